// Files that somebody opens or drops: the text of a game, or a record. What is neither is told in a sentence.

import { say } from "../language/catalogue.ts";

/** A file as it was read. */
export interface ReadFile {
  kind: "game" | "record";
  name: string;
  text: string;
}

/** Names of files end so, without the dot; filebutton.ts offers them. A .txt may be either. */
const KINDS = {
  game: ["ini"],
  record: ["kif", "kifu", "ki2", "ki2u", "sfen", "usi"],
  either: ["txt"],
};
const MOST_KB = 400; // what the server takes in one message, with room to spare
const KB = 1024;
const GAME_KEY = /^\s*(?:title|files|ranks|include|name|holdingsType|royal)\s*=/im; // a line of a game's text
const NOT_TEXT = /[\0-\x08\x0e-\x1f]/; // eslint-disable-line no-control-regex

/** Its text in UTF-8, or what older programs for Windows write records in; null when it is neither. */
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
      // then another encoding is tried
    }
  }
  return null;
}

/** @returns a sentence when it can't be used */
export async function readFile(file: File): Promise<ReadFile | string> {
  const { name, size } = file;
  const end = name.split(".").pop()?.toLowerCase() ?? "";
  const [wanted] = Object.entries(KINDS).find(([, ends]) => ends.includes(end)) ?? [];
  if (!wanted) return say("file.kind", { name });
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
