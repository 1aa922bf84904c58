// The choice of a game in the lobby, and of its settings, its handicap and the opponent.

import { moreNames, shippedGame } from "../core/index.ts";
import { say } from "../language/catalogue.ts";
import { callingOf } from "../language/words.ts";
import { replace } from "../lib/dom.ts";
import { HouseRules } from "../rules/houserules.ts";
import { handicapRule, ruleChips } from "../rules/rulechips.ts";
import { OWN } from "../rules/rulesaddress.ts";
import { drawMore } from "./cards.ts";
import { HandicapField } from "./handicap.ts";
import { openOwn } from "./ownpart.ts";
import { chosenVariant, showStart } from "./state.ts";
import type { Opponent } from "./opponent.ts";
import type { LobbyElements, LobbyState } from "./state.ts";

export function pick(state: LobbyState, name: string) {
  const { dom } = state;
  state.game = name;
  if (moreNames().includes(name)) {
    drawMore(state);
    dom.more.open = true;
  }
  const radio = dom.form.querySelector(`#game-${name}`) as HTMLInputElement;
  radio.checked = true;
  dom.ownBox.hidden = name !== OWN;
  if (name === OWN) showOwn(state);
  rulesChanged(state);
}

async function showOwn(state: LobbyState) {
  const own = await openOwn(state);
  own?.desk.showOwn(own.game);
}

/** Called when another game is chosen, or the visitor's own text has changed. */
export function rulesChanged(state: LobbyState) {
  const { dom, game } = state;
  const variant = chosenVariant(state);
  const show = () => showChips(state);
  state.house = variant ? new HouseRules(variant, show) : null;
  const kept = game === state.handicap.game ? state.handicap.name : ""; // keeps the chosen handicap, unless another game was chosen, which has other handicaps
  state.handicap = new HandicapField(game, variant, kept, show);
  replace(dom.handicapBox, state.handicap.root);
  dom.handicapBox.hidden = !state.handicap.root;
  replace(dom.rulesBox, state.house?.root);
  showChips(state);
  dom.problem.textContent = "";
  showStart(state);
  state.challenges.draw();
}

/** Shows the chosen settings and handicap as chips on the card of the chosen game, and gives the choice of sides the names of handicap games. */
function showChips({ dom, game, opponent, handicap, house }: LobbyState) {
  const isHandicap = Boolean(handicap.name);
  opponent.callSides(callingOf(game === null ? null : shippedGame(game), isHandicap), isHandicap);
  const card = dom.form.querySelector(`#game-${game}`)?.closest(".card");
  const rules = [...handicapRule(handicap.handicaps, handicap.start), ...(house?.chosen ?? [])];
  const chips = ruleChips(rules);
  replace(dom.chips, chips);
  if (chips.length && card) card.querySelector("label")?.after(dom.chips);
  else dom.chips.remove();
}

export function opponentChanged({ startButton }: LobbyElements, opponent: Opponent) {
  const friend = opponent === "friend" ? "lobby.startFriend" : "lobby.start";
  startButton.textContent = say(opponent === "anyone" ? "lobby.startAnyone" : friend);
}
