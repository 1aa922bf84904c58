// The title in a game's text.

import { say } from "../language/catalogue.ts";

const TITLE = /^[ \t]*title[ \t]*=[ \t]*(.+?)[ \t]*$/m; // matches the line of a game's text with its title

export const titleOf = (text: string) => text.match(TITLE)?.[1] ?? say("shelf.untitled");

/** The text of a game with its title replaced, or with a new line for the title if there is none. */
export function withTitle(text: string, title: string) {
  const line = `title=${title}`;
  return TITLE.test(text) ? text.replace(TITLE, () => line) : `${line}\n${text}`;
}
