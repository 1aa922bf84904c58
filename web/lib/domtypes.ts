/* The parameters of the functions in dom.ts. */

/** What an element may get as a child: a text, a node, or a list of children; null, undefined and false are skipped. */
export type Child = Node | string | null | undefined | false | readonly Child[];

export type Attributes = Record<
  string,
  string | number | boolean | null | undefined | ((event: any) => unknown)
>;
