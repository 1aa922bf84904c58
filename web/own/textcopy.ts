// The copy of a game's text that lies behind the field, line by line (state.ts), and the findings and buttons that are placed
// beside its lines.

import { h } from "../lib/dom.ts";
import type { OwnText } from "./state.ts";

const BESIDE = "(min-width: 760px)"; // media query of a page with room for the findings beside the text, as in css/page.css
const GAP = 4; // px between two findings in the list beside the text

/** Has the page room for the findings beside the text? Else they are below it. */
export const isBeside = () => matchMedia(BESIDE).matches;

/** The element of a line in the copy. Lines count from 1; undefined: the text has fewer lines. */
export const copyOfLine = ({ dom }: OwnText, line: number) =>
  dom.copy.children[line - 1] as HTMLElement | undefined;

/** Brings the copy up to date with the text in the field. Lines that have not changed keep their elements. */
export function copyText(field: OwnText) {
  const { area, copy } = field.dom;
  const lines = area.value.split("\n");
  const before = field.lines;
  let same = 0;
  while (same < Math.min(before.length, lines.length) && before[same] === lines[same]) same++;
  let tail = 0;
  const most = Math.min(before.length, lines.length) - same;
  while (tail < most && before[before.length - 1 - tail] === lines[lines.length - 1 - tail]) tail++;
  const { children } = copy;
  for (let i = before.length - tail - 1; i >= same; i--) children[i].remove();
  const after = children[same] ?? null;
  for (const line of lines.slice(same, lines.length - tail)) {
    copy.insertBefore(h("div", { text: line }), after);
  }
  field.lines = lines;
  place(field);
}

/** Moves the findings, and the buttons before lines with findings, to the heights of their lines. */
export function place(field: OwnText) {
  const { area, copy, list } = field.dom;
  copy.style.width = `${area.clientWidth}px`;
  for (const { line, mark } of field.marks) mark.style.top = `${topOf(field, line)}px`;
  placeBelow(field);
  const beside = isBeside();
  let bottom = 0;
  for (const item of [...list.children] as HTMLElement[]) {
    const top = topOf(field, Number(item.dataset.line));
    item.style.marginTop = beside ? `${Math.max(top - bottom, bottom ? GAP : 0)}px` : "";
    bottom = Math.max(top, bottom + (bottom ? GAP : 0)) + item.offsetHeight;
  }
  list.style.height = beside ? `${area.offsetHeight}px` : "";
  list.style.paddingBottom = beside ? `${Math.max(0, area.scrollHeight - bottom)}px` : "";
  scroll(field);
}

const topOf = (field: OwnText, line: number) => copyOfLine(field, line)?.offsetTop ?? 0;

/** Places the findings of the line `told` below that line; above the line if the room below is too low. */
function placeBelow(field: OwnText) {
  const { area, below } = field.dom;
  const line = copyOfLine(field, field.told);
  if (!line) return;
  const under = line.offsetTop + line.offsetHeight;
  const hasRoom = under + below.offsetHeight <= area.scrollHeight;
  below.style.top = `${hasRoom ? under : line.offsetTop - below.offsetHeight}px`;
}

/** Scrolls the copy and the findings to where the field is scrolled. */
export function scroll({ dom }: OwnText) {
  const { scrollTop } = dom.area;
  for (const layer of [dom.copy, dom.signs, dom.below]) {
    layer.style.transform = `translateY(${-scrollTop}px)`;
  }
  dom.list.scrollTop = scrollTop;
}

/** Scrolls the field to a line, given as its element in the copy, unless the line is in the visible upper half of the field already. */
export function scrollTo({ dom: { area } }: OwnText, { offsetTop }: HTMLElement) {
  const { scrollTop, clientHeight } = area;
  const isSeen = offsetTop >= scrollTop && offsetTop < scrollTop + clientHeight / 2;
  if (!isSeen) area.scrollTop = offsetTop - clientHeight / 3;
}
