/* The keys of the page's sentences, and the arguments that each key's English template asks for. */
import type { sentences } from "./en.ts";

export type Key = keyof typeof sentences;

/** What stands in one pair of braces: its name and the type of its value. */
type Argument<Inside extends string> = Inside extends `${infer Name}|${string}`
  ? { [key in Name]: number }
  : Inside extends `${infer Name}:${"and" | "unit"}`
    ? { [key in Name]: readonly string[] }
    : { [key in Inside]: string | number };

type Arguments<Template extends string> = Template extends `${string}{${infer Inside}}${infer Rest}`
  ? Argument<Inside> & Arguments<Rest>
  : unknown;

/** Nothing more for a template without arguments, else one object with all of them. */
export type SayArguments<K extends Key> =
  unknown extends Arguments<(typeof sentences)[K]>
    ? []
    : [values: Arguments<(typeof sentences)[K]>];

/** Keys whose sentences need no arguments. */
export type PlainKey = { [K in Key]: SayArguments<K> extends [] ? K : never }[Key];
