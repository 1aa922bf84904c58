// Every message between the page and the server. Only clientmessages.ts and servermessages.ts declare the kinds of messages.
// docs/web-messages.md says what all kinds have in common. tsc checks the page against these types; tests/server/server.mjs
// checks the server.
//
// A message is one JSON object with its kind in `t`. Moves are USI text, positions SFEN, times milliseconds since 1970. `field?`
// may be left out; the server ignores fields that it doesn't know.

import type { ServerMessage } from "./servermessages.ts";

export type { ClientMessage } from "./clientmessages.ts";
export type { ServerMessage };

export type ServerKind = ServerMessage["t"];
export type ServerMessageOf<Kind extends ServerKind> = Extract<ServerMessage, { t: Kind }>;

/** The handlers that a part of the page has for messages, by kind of message. A handler of `error` returns true if it has shown the error. */
export type Handlers<Part> = {
  [Kind in ServerKind]?: (part: Part, message: ServerMessageOf<Kind>) => unknown;
};
