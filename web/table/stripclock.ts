// The clocks on the players' strips. While a clock runs, they are drawn several times a second, and the visitor's own time is read out at
// some marks.

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

/** The times in milliseconds below which the visitor's own clock is read out, with the key of the sentence; each is read out once in a turn. */
const SPOKEN: { below: number; key: PlainKey }[] = [
  { below: 60000, key: "spoken.oneMinute" },
  { below: URGENT_MS, key: "spoken.tenSeconds" },
];

export interface StripClock {
  /** the elements of the clocks, by side; empty in a game without a clock */
  boxes: HTMLElement[];
  /** timer until the clocks are drawn again */
  timer: ReturnType<typeof setTimeout> | undefined;
  /** the visitor's own time when the clock was drawn last, in milliseconds */
  spokenFrom: number;
  /** the visitor's own main time was used up when the clock was drawn last */
  inByoyomi: boolean;
}

export const newStripClock = (): StripClock => ({
  boxes: [],
  timer: undefined,
  spokenFrom: Infinity,
  inByoyomi: false,
});

/** Draws the time on both clocks; if one runs, sets the timer to draw them again. */
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

/**
 * Has screen readers read out the visitor's own time when it falls below a mark of SPOKEN, or when byoyomi begins.
 * @param ms time left
 * @param byoyomi the main time is used up
 */
function readOut(strip: StripClock, ms: number, byoyomi: boolean) {
  const before = strip.spokenFrom;
  strip.spokenFrom = ms;
  if (ms > before + 1000) return; // the time has grown, because another move has begun, so no mark was passed
  for (const { below, key } of SPOKEN) {
    if (before < below || ms >= below || before === Infinity) continue;
    announce(say(key));
    if (below === URGENT_MS) sound("low");
  }
  if (byoyomi && !strip.inByoyomi) announce(say("spoken.byoyomi"));
  strip.inByoyomi = byoyomi;
}
