/* What dom.ts takes. */

/** Text, nodes and lists of them; null, undefined and false stand for nothing. */
export type Child = Node | string | null | undefined | false | readonly Child[];

export type Attributes = Record<
  string,
  string | number | boolean | null | undefined | ((event: any) => unknown)
>;
