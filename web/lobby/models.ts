// Model games for visitors without games: they can be replayed without the server.

import { littleBoard } from "../board/littleboard.ts";
import { Game, shippedGame } from "../core/index.ts";
import { say } from "../language/catalogue.ts";
import { callingOf, resultWords } from "../language/words.ts";
import { h } from "../lib/dom.ts";
import { titleParts } from "../rules/titles.ts";
import type { Connection } from "../lib/connection.ts";
import type { Import, New } from "../lib/clientmessages.ts";
import type { Result } from "../lib/gametypes.ts";
import type { ClientMessage } from "../lib/messages.ts";
import type { GameState } from "../lib/servermessages.ts";
import type { playView } from "../table/play.ts";

export interface Model {
  /** name of the shipped game, which is also the name of the model game */
  game: string;
  /** the moves in USI, separated by spaces */
  moves: string;
  result: Result;
  /**
   * the position that the game's card shows, the number of plies before it, and the squares of the move before it; stored here,
   * because a phone needs half a second to replay the moves
   */
  shown: { plies: number; sfen: string; last: string[] };
}

/**
 * Games of the engine against itself, made with these commands:
 * henka match shogi --engine name=a,nodes=40000 --engine name=b,nodes=5000 --games 2 --plies 0 --seed 5 --records FILE
 * henka match ito --engine name=a --engine name=b --nodes 60000 --games 1 --plies 0 --seed 3 --records FILE
 * and for "suzumu" with the second command, with suzumu in place of ito and --nodes 25000.
 */
export const MODELS: Model[] = [
  {
    game: "shogi",
    moves:
      "7i7h 3a4b 7g7f 7a6b 3i4h 9c9d 2g2f 5a5b 2f2e 4a3b 8h7g 6a7b 5i6h 8a9c 2e2d 2c2d 2h2d 9c8e 7g6f P*2c 2d2e 8c8d 2e3e 9d9e 6h5h 1c1d 6i6h 6c6d 1g1f 5c5d 3g3f 8e9g 9i9g 8b8c 9g9e 9a9e 3e9e L*9c P*9d 9c9d 9e9d 2a1c 9d9b+ 7b8b 9b9e 3c3d 6f2b P*9d 9e9d 3b2b N*7e B*7d 7e8c+ 8b8c 9d9a 1a1b 9a1a 4b3c B*3a 5b6c 3a2b+ 3c2b 1a2b B*2g S*5b 6c7b R*9b 8c8b 5b6a 7b6a 9b8b+ S*7a 2b2a N*5a 8b8d 2g3f+ 2a1b P*8h L*7e 7d9f 7e7c+ 3f3e 7c6b 3e6b G*7c 9f6c 7c6b 7a6b G*7b 6c7b B*5b 6a7a S*8b",
    result: { winner: "sente", reason: "checkmate" },
    shown: {
      plies: 60,
      sfen: "6B1+R/3s3gl/1gpk1pspn/1pbpp1p1p/9/2P3P1P/1P1PPP3/2SGKS3/1N3G1NL b 2P2LRpn 61",
      last: ["5b", "6c"],
    },
  },
  {
    game: "ito",
    moves:
      "1n1m 1g1i 1o1n 1i1j 1n1l 1h1i 1l1j 1i1j 1m1l 1f1i I*1n 1i1l 1n1l +P*1k 1l1j 1k1j 1q1m +I*1g N*1f +I*1n 1f1c 1e1c C*1q 1n1p 1q1n 1p1r 1t1r +L*1k 1s1p 1g1i +I*1s 1k1m 1p1m 1i1k 1n1k 1j1k 1r1d C*1o +L*1p 1o1s 1u1s 1b1d 1m1d +N*1b +C*1q +R*1e L*1h 1c1d 1h1e I*1c 1e1d C*1j R*1n 1j1n 1q1n N*1m 1d1c 1m1p 1s1t +L*1r 1n1r +G*1s 1t1u 1s1t 1u1t +R*1e 1c1b 1a1b +G*1f 1b1c +I*1a 1c1d +R*1b",
    result: { winner: "sente", reason: "checkmate" },
    shown: {
      plies: 30,
      sfen: "k/r/+g/l/1/1/1/1/+i/p/+l/1/G/C/1/C/1/+R/1/1/K b IP2n 31",
      last: ["1g", "1i"],
    },
  },
  {
    game: "suzumu",
    moves:
      "9m9d 10c9d 10l10k 8d8m 7n8m 7d7m 6n7m 7e7f 10m10d 9d10d9d 10n11k 7c8f 8l8k 8f13m14m14l 11k9j 14l10h 9j12f12g 9d6f 16l16k 10h12g 6m12g 6d14l+ 12g8c7b 8b7b7c 14n13m 14l12i 8m7k 12i9j 7k9j10i 12d14f 10i14f13g 11e11f 13g11d11f10e 2e2f 10e6a8a7b",
    result: { winner: "sente", reason: "all royals lost" },
    shown: {
      plies: 20,
      sfen: "ln{fl}icsg{de}kgsci{fl}nl/{rv}1{cs}{cs}1{bt}{ph}q{ln}{ky}{bt}1{cs}{cs}1{rv}/{ss}{vs}b{dh}{dk}{wb}1{fe}{lh}1{wb}{dk}{dh}b{vs}{ss}/{sm}{vm}r{hf}{se}{bg}4{bg}{se}{hf}r{vm}{sm}/ppppppppp1pppppp/9p{fd}d4/4{fd}11/16/16/16/P3D1P1P2D4/1P1PPP1P1PPPPPPP/{SM}{VM}2{SE}{BG}2{FD}{WB}{BG}{SE}{HF}R{VM}{SM}/{SS}{VS}B{DH}{DK}{WB}1{LH}{FE}2{DK}{DH}B{VS}{SS}/{RV}1{CS}{CS}1{BT}{KY}{LN}Q{PH}{BT}1{CS}{CS}1{RV}/LN{FL}ICSGK{DE}GSCI{FL}NL b - 21 -",
      last: ["10h", "12g"],
    },
  },
];

const NOBODY = { sente: null, gote: null };
const PLAYERS = { sente: "Henka", gote: "Henka" };

/** The state of a model game as the server would send it; null: there is no model of that name. */
function gameOf(name: string): GameState | null {
  const model = MODELS.find(({ game }) => game === name);
  const variant = shippedGame(name);
  if (!model || !variant) return null;
  return {
    t: "game",
    id: `model/${name}`,
    game: name,
    title: variant.title,
    settings: {},
    sfen: variant.start,
    moves: model.moves.split(" "),
    sente: "human",
    gote: "human",
    level: 0,
    movetimeMs: null,
    you: [],
    two: false,
    open: null,
    names: PLAYERS,
    clock: null,
    offers: { draw: null, undo: null, rematch: null },
    rematch: null,
    toss: null,
    presence: { watchers: 0, away: NOBODY, claim: NOBODY },
    created: 0,
    updated: 0,
    result: model.result,
    thinking: false,
    queue: 0,
    offer: null,
  };
}

/** Shows a model game at its first position. A stand-in for the connection answers `open` without a server. */
export function modelView(
  show: typeof playView,
  main: HTMLElement,
  name: string,
  start: (message: New | Import) => void,
) {
  const game = gameOf(name);
  const send = ({ t }: ClientMessage) => {
    if (t === "open") queueMicrotask(answer);
    return true;
  };
  const line = { up: true, hello: null, send, ask: send } as unknown;
  const view = show(main, line as Connection, `model/${name}`, start);
  const { play } = view;
  play.served = false;
  function answer() {
    if (!game) return view.showMissing(say("page.unknownAddress"));
    const isFirst = !play.table;
    view.take(game);
    if (isFirst) view.goTo(0);
  }
  return view;
}

function card({ game: name, moves, result, shown }: Model) {
  const variant = shippedGame(name);
  if (!variant) return null;
  const position = new Game(variant, shown.sfen);
  const { board } = position.state;
  position.free();
  const last = shown.last.map((square) => variant.squareNames.indexOf(square));
  return h(
    "li",
    null,
    h(
      "a",
      { href: `#/model/${name}` },
      h("span", { class: "thumb", "aria-hidden": "true" }, littleBoard(variant, { board, last })),
      h(
        "span",
        { class: "mine-words" },
        h("strong", null, titleParts(name, variant.title)),
        h("span", { text: say("models.plies", { count: moves.split(" ").length }) }),
        h("span", { text: resultWords(result, callingOf(variant)) }),
      ),
    ),
  );
}

/** The content of the lobby's part with model games: a heading and a card for each. */
export const modelCards = () => [
  h("h2", { id: "models-title", text: say("models.title") }),
  h("p", { class: "none", text: say("models.explained") }),
  h("ul", null, MODELS.map(card)),
];
