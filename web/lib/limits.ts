// Limits of the server, which the page's input fields also keep. The numbers are those of src/connections and src/store
// (client.h, gameclock.h, messages.c, seat.h); tests/web/rules.mjs checks that they agree.

/** Maximum number of characters of a person's name, and of a line of the chat. */
export const NAME_CHARACTERS = 40;
export const CHAT_CHARACTERS = 300;
/** Maxima of a clock: minutes of main time, seconds of the increment or of a byoyomi period, number of periods, days for a move. */
export const MAIN_MINUTES = 1440;
export const STEP_SECONDS = 600;
export const PERIODS = 60;
export const DAYS = 60;
/** Maximum size of a message to the server. */
export const MESSAGE_BYTES = 512 << 10;
/** Characters of a secret: the minimum that the server accepts, and the length of the secrets that the server makes. */
export const TOKEN_LEAST = 22;
export const TOKEN_LENGTH = 26;
/** Number of pawns that are tossed (furigoma). */
export const TOSS_PIECES = 5;
