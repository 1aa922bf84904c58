// pagetypes - the kinds and fields of messages as the page's types declare them (web/lib/messages.ts).
import fs from "node:fs";

const FILES = ["gametypes", "clientmessages", "servermessages", "messages"];
const read = (name) =>
  fs.readFileSync(new URL(`../../web/lib/${name}.ts`, import.meta.url), "utf8");
const types = FILES.map(read).join("\n");

/** Heritage and body of an interface. */
function declaration(name) {
  const [, heritage, body] = new RegExp(`interface ${name}\\b([^{]*)\\{([^}]*)\\}`).exec(types);
  return { inherited: heritage.match(/\w+/g)?.filter((word) => word !== "extends") ?? [], body };
}

/** The name of the type of each kind of a union: "ClientMessage" or "ServerMessage". */
export function kindsOf(union) {
  const [, names] = new RegExp(`export type ${union} =([^;]*);`).exec(types);
  return new Map(
    [...names.matchAll(/\w+/g)].map(([name]) => [
      /^\s*t: "(\w+)";/.exec(declaration(name).body)[1],
      name,
    ]),
  );
}

/** The fields of a kind of ClientMessage without `t`, with those that it inherits: "ply?: number". */
export function fieldsOf(kind) {
  const { inherited, body } = declaration(kindsOf("ClientMessage").get(kind));
  const bodies = [body, ...inherited.map((each) => declaration(each).body)];
  const text = bodies.join("\n").replace(/\/\*.*?\*\//gs, "");
  return [...text.matchAll(/^\s*(\w+\??: \w+);$/gm)].map(([, field]) => field);
}
