// The field that a game's text is written in: its lines are numbered, and what is found stands at its line. The field is a plain
// textarea; behind it lies a copy of its text, line by line, which says where each line is and shows what is marked.

import { say } from "../language/catalogue.ts";
import { h, replace } from "../lib/dom.ts";
import type { Diagnostic } from "../lib/messages.ts";

const WORD = /^[^\s:=,;>]+/; // the word at a finding's column, which is underlined
const BESIDE = "(min-width: 760px)"; // there is room for the findings beside the text: as in css/page.css
const PASTED = new Set(["insertFromPaste", "insertFromDrop"]); // kinds of input
const GAP = 4; // px between findings

/**
 * Where in a line a byte of it stands.
 * @param column of the byte, from 1
 */
function atByte(line: string, column: number) {
  let bytes = column - 1;
  let at = 0;
  for (const sign of line) {
    bytes -= new TextEncoder().encode(sign).length;
    if (bytes < 0) break;
    at += sign.length;
  }
  return at;
}

const KINDS = ["fatal", "warning", "note"] as const; // the gravest first

const kind = ({ fatal, note }: Diagnostic) => (fatal ? "fatal" : note ? "note" : "warning");

/** The one to look at first. */
const gravest = (found: readonly Diagnostic[]) =>
  KINDS.map((wanted) => found.find((each) => kind(each) === wanted)).find(Boolean);

export class OwnText {
  lines: string[] = []; // as the copy has them
  found: readonly Diagnostic[] = [];
  marks: { line: number; mark: HTMLElement }[] = [];
  told = 0; // the line whose findings are shown below it; 0: none
  area: HTMLTextAreaElement;
  copy: HTMLDivElement = h("div", { class: "own-copy" });
  signs: HTMLDivElement = h("div", { class: "own-signs" });
  below: HTMLDivElement;
  list: HTMLUListElement = h("ul", {
    class: "findings",
    "aria-label": say("own.findings"),
    hidden: true,
  });
  verdict: HTMLParagraphElement = h("p", { id: "own-verdict", "aria-live": "polite" });
  root: HTMLDivElement;
  room: ResizeObserver;

  constructor(text: string, placeholder: string, onInput: (pasted: boolean) => void) {
    this.area = h("textarea", {
      id: "own-text",
      rows: 12,
      spellcheck: "false",
      placeholder,
      value: text,
      "aria-describedby": "own-verdict",
    });
    this.below = h("div", { class: "own-below", hidden: true, onclick: () => this.tell(0) });
    this.root = h(
      "div",
      { class: "own-editor" },
      this.area,
      h("div", { class: "own-layer", "aria-hidden": "true" }, this.copy),
      h("div", { class: "own-layer over", "aria-hidden": "true" }, this.signs, this.below),
    );
    this.area.addEventListener("input", (event) => {
      this.tell(0);
      this.follow();
      onInput(event instanceof InputEvent && PASTED.has(event.inputType));
    });
    this.area.addEventListener("scroll", () => this.scroll());
    this.root.addEventListener("keydown", (event) => event.key === "Escape" && this.tell(0));
    this.room = new ResizeObserver(() => this.place());
    this.room.observe(this.area);
    this.follow();
  }

  /** The field leaves the page. */
  leave() {
    this.room.disconnect();
  }

  get text() {
    return this.area.value;
  }
  set text(text) {
    this.area.value = text;
    this.tell(0);
    this.follow();
  }

  /** The copy says what the field says; lines that are as before stay. */
  follow() {
    const lines = this.text.split("\n");
    const before = this.lines;
    let same = 0;
    while (same < Math.min(before.length, lines.length) && before[same] === lines[same]) same++;
    let tail = 0;
    const most = Math.min(before.length, lines.length) - same;
    while (tail < most && before[before.length - 1 - tail] === lines[lines.length - 1 - tail]) {
      tail++;
    }
    const { children } = this.copy;
    for (let i = before.length - tail - 1; i >= same; i--) children[i].remove();
    const after = children[same] ?? null;
    for (const line of lines.slice(same, lines.length - tail)) {
      this.copy.insertBefore(h("div", { text: line }), after);
    }
    this.lines = lines;
    this.place();
  }

  /**
   * @param verdict on the whole text, in sentences
   * @param good it is a game
   */
  show(found: readonly Diagnostic[], verdict: readonly string[], good: boolean) {
    this.tell(0);
    for (const { line } of this.found) {
      const shown = this.copy.children[line - 1];
      if (shown) replace(shown, this.lines[line - 1]);
    }
    this.found = found;
    this.follow();
    const lines = new Set(
      found.map(({ line }) => line).filter((line) => this.copy.children[line - 1]),
    );
    for (const line of lines) this.underline(line);
    this.marks = [...lines].map((line) => ({ line, mark: this.sign(line) }));
    replace(
      this.signs,
      this.marks.map(({ mark }) => mark),
    );
    replace(
      this.list,
      [...found].sort((a, b) => a.line - b.line).map((each) => this.finding(each)),
    );
    this.list.hidden = !found.length;
    replace(
      this.verdict,
      verdict.map((text) => h("span", { text })),
    );
    this.verdict.className = good ? "good" : "bad";
    if (good || !found.length) this.area.removeAttribute("aria-invalid");
    else this.area.setAttribute("aria-invalid", "true");
    this.place();
  }

  foundAt(line: number) {
    return this.found.filter((each) => each.line === line);
  }

  /** The word at each column that something was found at. */
  underline(line: number) {
    const text = this.lines[line - 1];
    const parts: (Node | string)[] = [];
    let done = 0;
    const found = this.foundAt(line).sort((a, b) => a.column - b.column);
    for (const each of found) {
      const from = Math.max(0, Math.min(atByte(text, each.column), text.length - 1));
      if (from < done) continue;
      const word = WORD.exec(text.slice(from))?.[0] ?? text.slice(from, from + 1);
      parts.push(text.slice(done, from), h("mark", { class: kind(each), text: word }));
      done = from + word.length;
    }
    replace(this.copy.children[line - 1], parts, text.slice(done));
  }

  /** What stands before a line with a finding. */
  sign(line: number) {
    const found = this.foundAt(line);
    const first = gravest(found) ?? found[0];
    return h("button", {
      type: "button",
      tabindex: -1,
      class: kind(first),
      title: found.map((each) => this.words(each)).join("\n"),
      onclick: () => (this.told === line ? this.tell(0) : this.goTo(first)),
    });
  }

  words(finding: Diagnostic) {
    const message = finding.message.replace(/`([^`]*)`/g, "“$1”");
    if (finding.fatal) return message;
    return say(finding.note ? "own.note" : "own.warning", { message });
  }

  finding(finding: Diagnostic) {
    const { line, column } = finding;
    const message = this.words(finding);
    return h(
      "li",
      { class: kind(finding), "data-line": line },
      line
        ? h("button", {
            type: "button",
            onclick: () => this.goTo(finding),
            text: say("own.at", { line, column, message }),
          })
        : h("p", { text: message }),
    );
  }

  goTo({ line, column }: Diagnostic) {
    const shown = this.copy.children[line - 1] as HTMLElement | undefined;
    if (!shown) return;
    const before = this.lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
    const at = before + Math.min(atByte(this.lines[line - 1], column), this.lines[line - 1].length);
    this.area.focus();
    this.area.setSelectionRange(at, at + 1);
    this.scrollTo(shown);
    this.tell(matchMedia(BESIDE).matches ? 0 : line);
    this.scroll();
  }

  /** @param line of the copy; it stays where it is if it is in the field's upper half */
  scrollTo({ offsetTop }: HTMLElement) {
    const { scrollTop, clientHeight } = this.area;
    const seen = offsetTop >= scrollTop && offsetTop < scrollTop + clientHeight / 2;
    if (!seen) this.area.scrollTop = offsetTop - clientHeight / 3;
  }

  /** What is to be looked at first; undefined: nothing that has a line. */
  get first() {
    return gravest(this.found.filter(({ line }) => line).sort((a, b) => a.line - b.line));
  }

  /** Scrolls to the first finding, and leaves the cursor where it is. */
  reveal() {
    const shown = this.first && this.copy.children[this.first.line - 1];
    if (!shown) return;
    this.scrollTo(shown as HTMLElement);
    this.scroll();
  }

  goToFirst() {
    const { first } = this;
    if (first) this.goTo(first);
  }

  /**
   * What was found in a line is said below it, over the next ones.
   * @param line 0: in none
   */
  tell(line: number) {
    this.told = line;
    this.below.hidden = !line;
    replace(
      this.below,
      this.foundAt(line).map((each) => h("p", { class: kind(each), text: this.words(each) })),
    );
    if (line) this.place();
  }

  /** Everything lies where its line lies. */
  place() {
    this.copy.style.width = `${this.area.clientWidth}px`;
    const at = (line: number) => this.copy.children[line - 1] as HTMLElement | undefined;
    for (const { line, mark } of this.marks) mark.style.top = `${at(line)?.offsetTop ?? 0}px`;
    const told = at(this.told);
    if (told) {
      const under = told.offsetTop + told.offsetHeight;
      const room = under + this.below.offsetHeight <= this.area.scrollHeight;
      this.below.style.top = `${room ? under : told.offsetTop - this.below.offsetHeight}px`;
    }
    const beside = matchMedia(BESIDE).matches;
    let bottom = 0;
    for (const item of [...this.list.children] as HTMLElement[]) {
      const top = at(Number(item.dataset.line))?.offsetTop ?? 0;
      item.style.marginTop = beside ? `${Math.max(top - bottom, bottom ? GAP : 0)}px` : "";
      bottom = Math.max(top, bottom + (bottom ? GAP : 0)) + item.offsetHeight;
    }
    this.list.style.height = beside ? `${this.area.offsetHeight}px` : "";
    this.list.style.paddingBottom = beside
      ? `${Math.max(0, this.area.scrollHeight - bottom)}px`
      : "";
    this.scroll();
  }

  scroll() {
    const { scrollTop } = this.area;
    this.copy.style.transform = `translateY(${-scrollTop}px)`;
    this.signs.style.transform = `translateY(${-scrollTop}px)`;
    this.below.style.transform = `translateY(${-scrollTop}px)`;
    this.list.scrollTop = scrollTop;
  }
}
