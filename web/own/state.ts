// The state of the visitor's own game: one plain record for the game (OwnGame), and one for the field of its text (OwnText). The
// functions of owngame.ts and desk.ts change the game; those of owntext.ts, textcopy.ts and findings.ts change the field.

import type { Diagnostic, Variant } from "../core/index.ts";
import type { ReadFile } from "./files.ts";
import type { ShelfView } from "./shelfview.ts";

export interface OwnGame {
  /** id of the game on the shelf whose text is in the field; "" for none */
  id: string;
  /**
   * the last text in the field that was opened or pasted, or that was a valid game; keep() puts it back on the shelf when the
   * visitor replaces the text by another game
   */
  whole: string;
  /** the variant that the text defines; null: the text is no game, or was not read yet */
  variant: Variant | null;
  /** timer of the pause before the text is read, restarted by each input; undefined: no input yet */
  timer: ReturnType<typeof setTimeout> | undefined;
  /** the visitor has left the lobby, so modules that arrive later are ignored */
  hasLeft: boolean;
  readonly field: OwnText;
  /** the shelf on the page; null until its module is loaded, which begins when the visitor chooses the card of the own game */
  shelf: ShelfView | null;
  readonly on: OwnActions;
  readonly dom: OwnElements;
}

/** Functions of the lobby that the own game calls. */
export interface OwnActions {
  /** called when the text in the field was read, whether it is a game or not */
  changed: () => void;
  /** called when the visitor has opened files that can be used */
  files: (read: ReadFile[]) => void;
  /** called when the visitor wants to begin the own game */
  play: () => void;
}

export interface OwnElements {
  readonly root: HTMLElement;
  /** button that shows the rules of the game */
  readonly rules: HTMLButtonElement;
  /** picture of the game's starting position */
  readonly board: HTMLDivElement;
  /** the field in which the visitor names a game whose text has no title */
  readonly title: HTMLInputElement;
  readonly titleField: HTMLParagraphElement;
  /** the reason why the text was not kept on the shelf */
  readonly unkept: HTMLParagraphElement;
  readonly shelfBox: HTMLDivElement;
  /** help on the language in which games are written */
  readonly help: HTMLDetailsElement;
}

/**
 * The field in which the visitor writes a game's text, with findings shown beside their lines. The field is a plain textarea.
 * Behind it lies a copy of its text, with an element for each line, which gives the place of each line and underlines the words
 * with findings.
 */
export interface OwnText {
  /** the lines of the text that the copy shows, from the top */
  lines: string[];
  /** the errors, warnings and notes of the text */
  found: readonly Diagnostic[];
  /** the button before each line with findings, with the number of the line from 1 */
  marks: { line: number; mark: HTMLElement }[];
  /** number of the line whose findings are shown below it, from 1; 0: none */
  told: number;
  /** observes the size of the field, because line breaks depend on it */
  readonly room: ResizeObserver;
  readonly dom: TextElements;
}

export interface TextElements {
  readonly root: HTMLDivElement;
  readonly area: HTMLTextAreaElement;
  readonly copy: HTMLDivElement;
  /** the layer with a button before each line with findings */
  readonly signs: HTMLDivElement;
  /** the findings of one line, shown below that line */
  readonly below: HTMLDivElement;
  /** the list of all findings, beside the text */
  readonly list: HTMLUListElement;
  /** sentences about the whole text: the number of errors, or that the text is a game */
  readonly verdict: HTMLParagraphElement;
}
