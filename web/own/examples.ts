// Help beside the field for the text of an own game: what lines of the text mean, and example games.

import { littleBoard } from "../board/littleboard.ts";
import { parseVariant } from "../core/index.ts";
import { say } from "../language/catalogue.ts";
import { h } from "../lib/dom.ts";
import type { PlainKey } from "../language/keys.ts";

/** Lines that a game's text may have, each with the key of the sentence that explains it. */
const LINES: [string, PlainKey][] = [
  ["title=…", "help.title"],
  ["files=5\nranks=6", "help.board"],
  ["board=checkered", "help.look"],
  ["pawn:P:fW:P:a2-e2", "help.piece"],
  ["W F K D N R B", "help.moves"],
  ["f b v s", "help.directions"],
  ["tokin:+P:WfF:+P:", "help.promoted"],
  ["holdingsType=-1", "help.hands"],
  ["promoZone=2", "help.zone"],
  ["royal=K", "help.royal"],
  ["symmetry=rotate", "help.symmetry"],
  ["kanji=P:歩兵:歩", "help.kanji"],
  ["#", "help.comment"],
];

const LITTLE = `title=Little Shogi
files=5
ranks=6
symmetry=rotate
holdingsType=-1
promoZone=2
noMoveRanks=P:1
dropFileLimit=P:1
noDropMate=P
royal=K
stalemate=loss
repetition=perpetual

pawn:P:fW:P:a2-e2
bishop:B:B:B:a1
silver general:S:FfW:S:b1
king:K:K:K:c1
gold general:G:WfF:G:d1
rook:R:R:R:e1
tokin:+P:WfF:+P:
dragon horse:+B:BW:+B:
promoted silver:+S:WfF:+S:
dragon king:+R:RF:+R:

kanji=P:歩兵:歩,B:角行:角,S:銀将:銀,K:玉将:玉,G:金将:金,R:飛車:飛
kanji=+P:と金:と,+B:竜馬:馬,+S:成銀:全,+R:竜王:竜
`;

const OTTER = `# A piece that nobody has seen, and a choice: how far does it jump?
title=Otter Shogi
version=1
files=6
ranks=6
symmetry=rotate
holdingsType=-1
promoZone=1
noMoveRanks=P:1
dropFileLimit=P:1
royal=K

pawn:P:fW:P:a2-f2
bishop:B:B:B:a1
silver general:S:FfW:S:b1
king:K:K:K:c1
gold general:G:WfF:G:d1
otter:O:vDsW:O:e1
rook:R:R:R:f1
tokin:+P:WfF:+P:
sea otter:+O:vDK:+O:
dragon king:+R:RF:+R:

kanji=P:歩兵:歩,B:角行:角,S:銀将:銀,K:玉将:玉,G:金将:金,O:水犬:犬,R:飛車:飛
kanji=+P:と金:と,+O:水虎:虎,+R:竜王:竜

option=leap how far the otter jumps
choice=two two squares
choice=three three squares
:O:vHsW
:+O:vHK
`;

const RACE = `# No hands: who brings the prince to the last rank wins.
title=The Prince’s Race
files=7
ranks=7
symmetry=rotate
royal=K
board=checkered
goal=K>a7-g7
promoChoice=NR
repetition=draw

pawn:P:mfWcfF:P:a2-g2
knight:N:N:N:b1,f1
rook:R:R4:R:a1,g1
guard:G:K:G:c1,e1
prince:K:K:K:d1

kanji=P:歩兵:歩,N:桂馬:桂,R:戦車:車,G:大将:将,K:王子:王
`;

const EXAMPLES: [string, PlainKey, PlainKey][] = [
  [LITTLE, "example.little", "example.littleTells"],
  [OTTER, "example.otter", "example.otterTells"],
  [RACE, "example.race", "example.raceTells"],
];

/** The texts of the example games; their titles are in English. */
export const exampleTexts = EXAMPLES.map(([text]) => text);

function card([english, name, tells]: [string, PlainKey, PlainKey], begin: (text: string) => void) {
  const text = english.replace(/^title=.*/m, () => `title=${say(name)}`);
  const { variant } = parseVariant("", text);
  const board = variant && littleBoard(variant);
  variant?.free();
  return h(
    "li",
    null,
    h("span", { class: "thumb", "aria-hidden": "true" }, board),
    h(
      "div",
      { class: "mine-words" },
      h("strong", { text: say(name) }),
      h("p", { text: say(tells) }),
      h("button", {
        type: "button",
        "aria-label": say("example.beginWith", { game: say(name) }),
        onclick: () => begin(text),
        text: say("example.begin"),
      }),
    ),
  );
}

/**
 * The elements of the help: the example games, and a list of lines that a game's text may have.
 * @param begin puts an example's text into the field as a new own game
 */
export const examples = (begin: (text: string) => void) => [
  h(
    "ul",
    { class: "examples", "aria-label": say("example.title") },
    EXAMPLES.map((each) => card(each, begin)),
  ),
  h(
    "dl",
    { class: "language" },
    LINES.map(([line, meaning]) => [
      h("dt", null, h("code", { text: line })),
      h("dd", { text: say(meaning) }),
    ]),
  ),
];
