// A whole game of each of the five against level 1, entered by clicks.

import { check, Visitor } from "./harness.mjs";
import { sentences } from "../../web/language/en.ts";
import { Game } from "../../web/core/index.ts";

const MOST_PLIES = 260;

/** What a move takes, royals far above all. */
function gain(game, move) {
  const worth = (square) => {
    const type = game.variant.type(game.state.board[square]);
    return type.royal ? 1000 : 3 + type.marks.length;
  };
  return move.victims.reduce((sum, square) => sum + worth(square), 0);
}

/** Ends the game if it can, else takes the most where little is lost, else gives check, else goes ahead. */
export function choose(game, random) {
  const moves = [...game.moves]
    .sort((a, b) => gain(game, b) - gain(game, a))
    .map((move) => ({ move, got: gain(game, move) }));
  let best = null;
  let most = -Infinity;
  const few =
    moves.length > 120
      ? moves.filter(
          ({ got }, i) => i < 12 || (got === 0 && i % Math.ceil(moves.length / 12) === 0),
        )
      : moves;
  const scratch = new Game(game.variant, game.sfen);
  for (const { move, got } of few) {
    scratch.play(move.usi);
    const { reason, winner, check: checking } = scratch.state;
    let value = got + random() + (move.promotes ? 4 : 0) + (checking ? 2 : 0);
    if (reason !== "playing") value = winner === game.state.side ? 1e9 : -1e9;
    else value -= 0.8 * Math.max(0, ...scratch.moves.map((answer) => gain(scratch, answer)));
    scratch.undo();
    if (value > most) ((most = value), (best = move));
  }
  scratch.free();
  return best;
}

export function dice(seed) {
  return () => (seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648;
}

async function playOut(browser, server, game, side) {
  const visitor = await Visitor.come(browser, server);
  const random = dice(7);
  await visitor.newGame({ game, opponent: "engine", side, level: 1 });
  const mine = side === "sente" ? 0 : 1;
  for (;;) {
    await visitor.until(
      () =>
        visitor.message.result ||
        (!visitor.message.thinking && visitor.message.moves.length % 2 === mine),
      `${game}: the program's answer`,
    );
    const rules = visitor.take();
    if (visitor.message.result || visitor.message.moves.length >= MOST_PLIES) break;
    const move = choose(rules, random);
    const count = visitor.message.moves.length;
    const sent = await visitor.enter(move);
    if (sent !== move.usi) {
      return void check(false, `${game}: entered ${move.usi}, the page sent ${sent}`);
    }
    await visitor.until(
      () => visitor.message.moves.length > count,
      `${game}: ${move.usi} taken by the server`,
    );
  }
  const { result, moves } = visitor.message;
  console.log(
    `  ${game}: ${moves.length} plies, ${result ? `${result.reason}, ${result.winner} wins` : "not finished"}`,
  );
  if (result) {
    const words = await visitor.page.textContent(".status .result");
    const reason = sentences[`reason.${result.reason}`];
    check(words.includes(reason), `${game}: the result "${words}" names its reason, ${reason}`);
    check(
      visitor.take().state.reason === result.reason,
      `${game}: the page's rules see the same end, ${result.reason}`,
    );
  } else await resign(visitor, game);
  check(
    (await visitor.page.locator(".moves li").count()) === moves.length,
    `${game}: every move is in the list`,
  );
  await visitor.leave();
}

async function resign(visitor, game) {
  await visitor.act("resign");
  await visitor.page.click("dialog[open] .danger");
  await visitor.until(() => visitor.message.result, `${game}: resignation`);
  check(visitor.message.result.reason === "resignation", `${game}: ended by resignation`);
}

export default async function games(browser, server) {
  const sides = {
    ito: "sente",
    rutherford: "gote",
    suzumu: "sente",
    shinogi: "sente",
    okisaki: "gote",
    chess: "sente",
    minishogi: "sente",
    xiangqi: "gote",
    dobutsu: "sente",
  };
  for (const [game, side] of Object.entries(sides)) await playOut(browser, server, game, side);
}
