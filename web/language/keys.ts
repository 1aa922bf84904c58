/* Types of the sentences' keys, and of the arguments that each key's English template asks for. */
import type { sentences } from "./en.ts";
import type { later } from "./en/later.ts";

type English = typeof sentences & typeof later;

export type Key = keyof English;

/** The type of the argument in a pair of braces: { count: number } for "count|piece|pieces". */
type Argument<Inside extends string> = Inside extends `${infer Name}|${string}`
  ? { [key in Name]: number }
  : Inside extends `${infer Name}:${"and" | "unit"}`
    ? { [key in Name]: readonly string[] }
    : { [key in Inside]: string | number };

type Arguments<Template extends string> = Template extends `${string}{${infer Inside}}${infer Rest}`
  ? Argument<Inside> & Arguments<Rest>
  : unknown;

/** The argument `loser` (the side that lost), which a translation may use although the English sentence does not. */
type Further<K extends Key> = K extends `reason.${string}` ? [values?: { loser: string }] : [];

/** The parameters of say() after the key: one object with all arguments; none if the template has no arguments. */
export type SayArguments<K extends Key> =
  unknown extends Arguments<English[K]> ? Further<K> : [values: Arguments<English[K]>];

/** The keys of sentences that need no arguments. */
export type PlainKey = { [K in Key]: SayArguments<K> extends [] ? K : never }[Key];
