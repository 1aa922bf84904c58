// Clocks: the time that a side has now, the text of a time, and the rules of a clock in words.

import { say } from "../language/catalogue.ts";
import type { ClockRules, SideName } from "../lib/gametypes.ts";
import type { Clock, SideTime } from "../lib/servermessages.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const TENTHS_BELOW = 10 * SECOND;

/** The time that a side has at this moment. */
export interface TimeNow {
  /** milliseconds left of the main time, or of the current byoyomi period; 0: the time is used up */
  ms: number;
  /** the main time is used up */
  byoyomi: boolean;
  /** byoyomi periods that are left, including the current one */
  periods: number;
}

/**
 * The time that a side has left, from the last message of the server.
 * @param spent milliseconds since that message; 0 if the side's clock stands
 */
export function timeAfter(
  { kind, byoyomiMs = 0 }: ClockRules,
  { leftMs, periods = 0, byoyomiLeftMs }: SideTime,
  spent: number,
): TimeNow {
  const begun = byoyomiLeftMs !== undefined && leftMs <= 0;
  if (!begun && (leftMs > spent || kind !== "byoyomi")) {
    return { ms: Math.max(0, leftMs - spent), byoyomi: false, periods };
  }
  let over = begun ? spent : spent - leftMs;
  let left = begun ? byoyomiLeftMs : byoyomiMs;
  let count = periods;
  while (over >= left && count > 1) {
    over -= left;
    left = byoyomiMs;
    count--;
  }
  return { ms: Math.max(0, left - over), byoyomi: true, periods: count };
}

/**
 * The time that a side has left now.
 * @param since milliseconds since the server sent `clock`
 */
export const timeNow = (clock: Clock, side: SideName, since: number) =>
  timeAfter(clock.rules, clock[side], clock.running === side ? since : 0);

const two = (value: number) => String(value).padStart(2, "0");

/** The units that a clock of kind "days" shows, with the key of a sentence that names the unit and the next smaller one: "2 days 3 hours". */
const LONG_UNITS: [ms: number, key: "clock.days" | "clock.hours" | "clock.minutes"][] = [
  [DAY, "clock.days"],
  [HOUR, "clock.hours"],
  [MINUTE, "clock.minutes"],
];
const PARTS = [24, 60, 60]; // number of the next smaller units in each of LONG_UNITS: hours in a day, minutes in an hour, seconds in a minute

/**
 * The text of a time. A clock of kind "days" shows the two largest units that are not 0. Other clocks show hours, minutes and seconds, and
 * tenths below ten seconds. The time is rounded up.
 * @param inDays the clock is of kind "days"
 */
export function timeText(ms: number, inDays: boolean = false) {
  const whole = Math.ceil(ms / SECOND) * SECOND;
  const at = LONG_UNITS.findIndex(([unit]) => whole >= unit);
  if (inDays && at >= 0) {
    const [unit, key] = LONG_UNITS[at];
    return say(key, {
      large: Math.floor(whole / unit),
      small: Math.floor(((whole % unit) * PARTS[at]) / unit),
    });
  }
  if (ms < TENTHS_BELOW) return (Math.ceil(ms / 100) / 10).toFixed(1);
  const seconds = Math.ceil(ms / SECOND);
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const rest = two(seconds % 60);
  return hours ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}

function amount(ms: number) {
  if (ms % MINUTE === 0 && ms) return say("clock.min", { count: ms / MINUTE });
  return ms > MINUTE
    ? say("clock.minSec", { min: Math.floor(ms / MINUTE), sec: (ms % MINUTE) / SECOND })
    : say("clock.sec", { count: ms / SECOND });
}

/** A clock's rules in a few words. */
export function clockWords({
  kind,
  mainMs = 0,
  incMs = 0,
  byoyomiMs = 0,
  periods = 1,
  days = 1,
}: ClockRules) {
  if (kind === "none") return say("clock.none");
  if (kind === "days") return say("clock.daysAMove", { count: days });
  const main = amount(mainMs);
  if (kind === "fischer") return say("clock.fischer", { main, inc: amount(incMs) });
  if (kind === "plain") return say("clock.plain", { main });
  const byoyomi = amount(byoyomiMs);
  const words = periods > 1 ? say("clock.periods", { byoyomi, count: periods }) : byoyomi;
  return mainMs
    ? say("clock.byoyomi", { main, byoyomi: words })
    : say("clock.onlyByoyomi", { byoyomi: words });
}

const byoyomi: (mainMin: number, byoyomiSec: number, periods?: number) => ClockRules = (
  min,
  sec,
  periods = 1,
) => ({
  kind: "byoyomi",
  mainMs: min * MINUTE,
  byoyomiMs: sec * SECOND,
  periods,
});

const fischer: (mainMin: number, incSec: number) => ClockRules = (min, sec) => ({
  kind: "fischer",
  mainMs: min * MINUTE,
  incMs: sec * SECOND,
});

/** The clocks that the visitor can choose without entering numbers, from blitz to correspondence. */
export const PRESETS: readonly ClockRules[] = [
  { kind: "none" },
  fischer(3, 2),
  byoyomi(5, 10),
  byoyomi(10, 30),
  byoyomi(15, 60),
  fischer(30, 30),
  { kind: "days", days: 1 },
  { kind: "days", days: 3 },
];

/** The clocks of quick pairing. There are few, so that visitors choose the same one. */
export const QUICK: readonly ClockRules[] = [
  fischer(3, 2),
  byoyomi(5, 10),
  byoyomi(10, 30),
  fischer(30, 30),
];
