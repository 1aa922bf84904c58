// Reads files that the visitor has opened or dropped: texts of games, and records. Other files are refused with a reason in words.

import { say } from "../language/catalogue.ts";

/** A file that was read: the text of a game, or a record. */
export interface ReadFile {
  kind: "game" | "record";
  name: string;
  text: string;
}

/** Extensions of files that can be read, by the kind of file, without the dot. The content of a .txt file decides whether it is a game or a record. */
const KINDS = {
  game: ["ini"],
  record: ["kif", "kifu", "ki2", "ki2u", "sfen", "usi"],
  either: ["txt"],
};
const FOREIGN = ["csa", "jkf", "pgn"]; // extensions of records that Henka does not read yet
const MOST_KB = 400; // maximum size of a file, which keeps its text below the limit of a message to the server (MESSAGE_BYTES)
const KB = 1024;
const GAME_KEY = /^\s*(?:title|files|ranks|include|name|holdingsType|royal)\s*=/im; // matches a line that occurs only in the text of a game, not in a record
const NOT_TEXT = /[\0-\x08\x0e-\x1f]/; // eslint-disable-line no-control-regex

/**
 * The text in a file's bytes: UTF-8, and in a record also UTF-16 or Shift JIS, which older programs for Windows write. null: the
 * bytes are text in none of these encodings.
 */
function decoded(bytes: ArrayBuffer, isRecord: boolean) {
  const [first, second] = new Uint8Array(bytes.slice(0, 2));
  const wide =
    first === 0xff && second === 0xfe
      ? "utf-16le"
      : first === 0xfe && second === 0xff
        ? "utf-16be"
        : "";
  for (const encoding of isRecord ? (wide ? [wide] : ["utf-8", "shift_jis"]) : ["utf-8"]) {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
      if (!NOT_TEXT.test(text)) return text;
    } catch {
      // not text in this encoding: try the next one
    }
  }
  return null;
}

/** Reads a file. Returns a sentence with the reason if the file can't be used. */
export async function readFile(file: File): Promise<ReadFile | string> {
  const { name, size } = file;
  const end = name.split(".").pop()?.toLowerCase() ?? "";
  const [wanted] = Object.entries(KINDS).find(([, ends]) => ends.includes(end)) ?? [];
  if (!wanted) return say(FOREIGN.includes(end) ? "file.foreign" : "file.kind", { name });
  if (size > MOST_KB * KB) {
    return say("file.large", { name, size: Math.ceil(size / KB), most: MOST_KB });
  }
  const bytes = await file.arrayBuffer().catch(() => null);
  if (!bytes) return say("file.unreadable", { name });
  const text = decoded(bytes, wanted !== "game");
  if (text === null) return say("file.encoding", { name });
  if (!text.trim()) return say("file.empty", { name });
  const isGame = wanted === "game" || (wanted === "either" && GAME_KEY.test(text));
  return { kind: isGame ? "game" : "record", name, text: text.replace(/\r\n?/g, "\n") };
}
