// What the server takes at most, for the fields of the page. The numbers are those of src/connections and src/store (client.h, gameclock.h, messages.c, seat.h);
// tests/web/rules.mjs compares.

/** Characters of a person's name, and of a line of the chat. */
export const NAME_CHARACTERS = 40;
export const CHAT_CHARACTERS = 300;
/** Limits of a clock: main time, increment or byoyomi, and number of periods. */
export const MAIN_MINUTES = 1440;
export const STEP_SECONDS = 600;
export const PERIODS = 60;
export const DAYS = 60;
/** Limit of a message. */
export const MESSAGE_BYTES = 512 << 10;
/** Letters of a secret: of one that can be one, and of those that the server makes. */
export const TOKEN_LEAST = 22;
export const TOKEN_LENGTH = 26;
/** Pawns that are tossed. */
export const TOSS_PIECES = 5;
