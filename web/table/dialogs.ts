// The dialogs of a game, and the start of the next game. Modules that a game does not need at first are loaded on demand.

import { WIDE } from "../board/layout.ts";
import { wholeRules } from "../core/index.ts";
import { sideNamed } from "../language/words.ts";
import { fetched } from "../lib/connection.ts";
import { later } from "../lib/later.ts";
import { tokensOf } from "../people/tokens.ts";
import { handicapRule } from "../rules/rulechips.ts";
import { OWN } from "../rules/rulesaddress.ts";
import { wordOfSide } from "./seats.ts";
import type { Variant } from "../core/index.ts";
import type { Play } from "./state.ts";
import type { Table } from "./table.ts";

/** Loads rules/about.ts, which shows rules in words, and rules.wasm; undefined: the server can't be reached. */
async function aboutRules() {
  const parts = await fetched(later(Promise.all([import("../rules/about.ts"), wholeRules()])));
  return parts?.[0];
}

export async function showRules({ view }: Play, { message, variant }: Table) {
  const { game, variantText, settings } = message;
  const text = variantText ?? null;
  const about = await aboutRules();
  const address = { game: text === null ? game : OWN, text, settings };
  about?.showRules(variant, address, matchMedia(WIDE).matches ? view.frame.root : null);
}

export async function showPiece(variant: Variant, piece: number) {
  (await aboutRules())?.showPiece(variant, piece);
}

/** Shows the choice of the pieces of a game. */
export async function showPieces(variant: Variant) {
  (await fetched(later(import("../settings/stylechoice.ts"))))?.showStyles(variant);
}

export async function showShare({ view, served, connection, id, invitation }: Play, table: Table) {
  const share = await fetched(later(import("./share.ts")));
  const alone = () => {
    invitation.clears = connection.ask({ t: "tokens", id });
  };
  if (view.board) share?.showTexts(table, view.board, served, alone);
}

/** Shows the invitation to the open seat. If this browser doesn't know the secret of the invitation, asks the server for a new one first. */
export async function invite({ connection, id, invitation }: Play, table: Table) {
  const { message, variant } = table;
  const tokens = tokensOf(id);
  const { open } = message;
  if (!tokens?.invitation) return void connection.ask({ t: "tokens", id, keep: true });
  if (!open) return;
  const seldom = await fetched(later(import("../people/invite.ts")));
  if (!seldom) return;
  const rules = [...handicapRule(variant.handicaps, message.sfen), ...variant.options];
  const side = wordOfSide(table, sideNamed(open));
  invitation.dialog = seldom.showInvitation(id, side, tokens.invitation, rules);
}

/** Begins another game from the same position, with the same players and rules. */
export function playAgain({ start }: Play, { message }: Table) {
  const { game, variantText, settings, sente, gote, level, sfen, clock, movetimeMs } = message;
  const rules = variantText ? { variantText } : { game };
  const time = { ...(clock && { clock: clock.rules }), ...(movetimeMs && { movetimeMs }) };
  start({ t: "new", ...rules, settings, sente, gote, level, sfen, ...time });
}
