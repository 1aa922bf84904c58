// The errors, warnings and notes of a game's text, shown beside their lines.

import { say } from "../language/catalogue.ts";
import { h, replace } from "../lib/dom.ts";
import { copyOfLine, copyText, isBeside, place, scroll, scrollTo } from "./textcopy.ts";
import type { Diagnostic } from "../core/index.ts";
import type { OwnText } from "./state.ts";

const WORD = /^[^\s:=,;>]+/; // matches the word to underline at the beginning of the rest of a line, from a finding's column on

/**
 * The index in `line` of the character that contains a byte of the line's UTF-8.
 * @param column number of the byte, from 1
 */
function atByte(line: string, column: number) {
  let bytes = column - 1;
  let at = 0;
  for (const character of line) {
    bytes -= new TextEncoder().encode(character).length;
    if (bytes < 0) break;
    at += character.length;
  }
  return at;
}

const KINDS = ["fatal", "warning", "note"] as const; // the kinds of findings, the gravest first

const kind = ({ fatal, note }: Diagnostic) => (fatal ? "fatal" : note ? "note" : "warning");

/** The first finding of the gravest kind that occurs: an error, else a warning, else a note. */
const gravest = (found: readonly Diagnostic[]) =>
  KINDS.map((wanted) => found.find((each) => kind(each) === wanted)).find(Boolean);

const foundAt = ({ found }: OwnText, line: number) => found.filter((each) => each.line === line);

/**
 * Shows the findings beside the text.
 * @param verdict sentences about the whole text: numbers of errors and warnings, or that the game is ready
 * @param good the text is a game
 */
export function showFindings(
  field: OwnText,
  found: readonly Diagnostic[],
  verdict: readonly string[],
  good: boolean,
) {
  const { area, signs, list, verdict: words } = field.dom;
  tell(field, 0);
  for (const { line } of field.found) {
    const shown = copyOfLine(field, line);
    if (shown) replace(shown, field.lines[line - 1]);
  }
  field.found = found;
  copyText(field);
  const lines = new Set(found.map(({ line }) => line).filter((line) => copyOfLine(field, line)));
  for (const line of lines) underline(field, line);
  field.marks = [...lines].map((line) => ({ line, mark: sign(field, line) }));
  const marks = field.marks.map(({ mark }) => mark);
  replace(signs, marks);
  const items = [...found].sort((a, b) => a.line - b.line).map((each) => listItem(field, each));
  replace(list, items);
  list.hidden = !found.length;
  const sentences = verdict.map((text) => h("span", { text }));
  replace(words, sentences);
  words.className = good ? "good" : "bad";
  if (good || !found.length) area.removeAttribute("aria-invalid");
  else area.setAttribute("aria-invalid", "true");
  place(field);
}

/** Underlines the words of a line at which something was found. */
function underline(field: OwnText, line: number) {
  const text = field.lines[line - 1];
  const parts: (Node | string)[] = [];
  let done = 0;
  for (const each of foundAt(field, line).sort((a, b) => a.column - b.column)) {
    const from = Math.max(0, Math.min(atByte(text, each.column), text.length - 1));
    if (from < done) continue;
    const word = WORD.exec(text.slice(from))?.[0] ?? text.slice(from, from + 1);
    parts.push(text.slice(done, from), h("mark", { class: kind(each), text: word }));
    done = from + word.length;
  }
  replace(field.dom.copy.children[line - 1], parts, text.slice(done));
}

/** The button before a line with findings. A press selects the gravest one, or hides the findings shown below the line. */
function sign(field: OwnText, line: number) {
  const found = foundAt(field, line);
  const first = gravest(found) ?? found[0];
  return h("button", {
    type: "button",
    tabindex: -1,
    class: kind(first),
    title: found.map(wordsOf).join("\n"),
    onclick: () => (field.told === line ? tell(field, 0) : goTo(field, first)),
  });
}

function wordsOf(finding: Diagnostic) {
  const message = finding.message.replace(/`([^`]*)`/g, "“$1”");
  if (finding.fatal) return message;
  return say(finding.note ? "own.note" : "own.warning", { message });
}

function listItem(field: OwnText, finding: Diagnostic) {
  const { line, column } = finding;
  const message = wordsOf(finding);
  return h(
    "li",
    { class: kind(finding), "data-line": line },
    line
      ? h("button", {
          type: "button",
          onclick: () => goTo(field, finding),
          text: say("own.at", { line, column, message }),
        })
      : h("p", { text: message }),
  );
}

/** Selects the character in the field at which a finding points, and scrolls to it. */
function goTo(field: OwnText, { line, column }: Diagnostic) {
  const shown = copyOfLine(field, line);
  if (!shown) return;
  const { lines, dom } = field;
  const before = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  const at = before + Math.min(atByte(lines[line - 1], column), lines[line - 1].length);
  dom.area.focus();
  dom.area.setSelectionRange(at, at + 1);
  scrollTo(field, shown);
  tell(field, isBeside() ? 0 : line);
  scroll(field);
}

/** The first finding of the gravest kind, from the top of the text; undefined: no finding belongs to a line. */
const firstFinding = ({ found }: OwnText) =>
  gravest(found.filter(({ line }) => line).sort((a, b) => a.line - b.line));

/** Scrolls the field to the gravest finding, without moving the cursor. */
export function revealFirst(field: OwnText) {
  const first = firstFinding(field);
  const shown = first && copyOfLine(field, first.line);
  if (!shown) return;
  scrollTo(field, shown);
  scroll(field);
}

/** Selects in the field the place of the gravest finding, if any belongs to a line. */
export function goToFirst(field: OwnText) {
  const first = firstFinding(field);
  if (first) goTo(field, first);
}

/**
 * Shows the findings of a line below that line, over the next lines.
 * @param line number of the line, from 1; 0: shows none
 */
export function tell(field: OwnText, line: number) {
  const { below } = field.dom;
  field.told = line;
  below.hidden = !line;
  const findings = foundAt(field, line).map((each) =>
    h("p", { class: kind(each), text: wordsOf(each) }),
  );
  replace(below, findings);
  if (line) place(field);
}
