// The clocks of a game as they run: drawn again several times a second, and one's own read out as it passes a mark.

import { say } from "../language/catalogue.ts";
import { SIDES } from "../language/words.ts";
import { sound } from "../lib/attention.ts";
import { announce, h, replace } from "../lib/dom.ts";
import { timeNow, timeText } from "./clock.ts";
import { isMine, isShared } from "./seats.ts";
import type { PlainKey } from "../language/keys.ts";
import type { Play } from "./state.ts";

const URGENT_MS = 10000;
const TICK_MS = 100;
const CALM_TICK_MS = 250;

/** What is said of one's own clock, once each. */
const SPOKEN: { below: number; key: PlainKey }[] = [
  { below: 60000, key: "spoken.oneMinute" },
  { below: URGENT_MS, key: "spoken.tenSeconds" },
];

export interface StripClock {
  /** by side; empty in a game without a clock */
  boxes: HTMLElement[];
  /** until the time is drawn again */
  timer: ReturnType<typeof setTimeout> | undefined;
  /** one's own time when the clock was drawn last, in milliseconds */
  spokenFrom: number;
  /** one's own main time was used up at that time */
  inByoyomi: boolean;
}

export const newStripClock = (): StripClock => ({
  boxes: [],
  timer: undefined,
  spokenFrom: Infinity,
  inByoyomi: false,
});

/** Draws the time as it is now, and sets the timer for the next time. */
export function showTime(strip: StripClock, play: Play) {
  clearTimeout(strip.timer);
  const { table, told } = play;
  const clock = table?.message.clock;
  if (!table || !told || !clock) return;
  const since = Date.now() - told.at;
  let again = 0;
  for (const [side, box] of strip.boxes.entries()) {
    const { ms, byoyomi, periods } = timeNow(clock, SIDES[side], since);
    const runs = clock.running === SIDES[side];
    const urgent = ms < URGENT_MS && clock.rules.kind !== "none";
    const text = timeText(ms, clock.rules.kind === "days");
    const left = byoyomi && periods ? say("clock.left", { count: periods }) : "";
    if (box.dataset.text !== text + left) {
      box.dataset.text = text + left;
      replace(box, text, left ? h("small", { text: left }) : null);
    }
    box.classList.toggle("running", runs);
    box.classList.toggle("urgent", urgent && runs);
    if (!runs) continue;
    if (ms > 0) again = ms < 2 * URGENT_MS ? TICK_MS : CALM_TICK_MS;
    if (isMine(table, side === 1 ? 1 : 0) && !isShared(table)) readOut(strip, ms, byoyomi);
  }
  if (again) strip.timer = setTimeout(() => showTime(strip, play), again);
}

/** Announces one's own time as it passes a mark. */
function readOut(strip: StripClock, ms: number, byoyomi: boolean) {
  const before = strip.spokenFrom;
  strip.spokenFrom = ms;
  if (ms > before + 1000) return; // a new move
  for (const { below, key } of SPOKEN) {
    if (before < below || ms >= below || before === Infinity) continue;
    announce(say(key));
    if (below === URGENT_MS) sound("low");
  }
  if (byoyomi && !strip.inByoyomi) announce(say("spoken.byoyomi"));
  strip.inByoyomi = byoyomi;
}
