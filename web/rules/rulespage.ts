// The pages of rules: the list of all games, or the rules of a game, scrolled to a piece if the address names one
// (rulesaddress.ts).

import { littleBoard } from "../board/littleboard.ts";
import { firstGames, moreGames, parseVariant } from "../core/index.ts";
import { readingOf, say } from "../language/catalogue.ts";
import { firstSentence, gameFacts } from "../language/words.ts";
import { noTurn } from "../lib/attention.ts";
import { h, notice, replace } from "../lib/dom.ts";
import { openText, shelf, takeIn, textOf } from "../own/shelf.ts";
import { offerNext } from "../settings/settings.ts";
import { rulesBody, showCard } from "./about.ts";
import { ruleChips } from "./rulechips.ts";
import { kindOfSlug, OWN, pieceSlug, readRulesAddress, rulesAddress } from "./rulesaddress.ts";
import { titleParts } from "./titles.ts";
import type { Variant } from "../core/index.ts";
import type { RulesAddress } from "./rulesaddress.ts";

/** Do both addresses name the same game by the same rules? */
const sameRules = (one: RulesAddress, other: RulesAddress) =>
  rulesAddress({ ...one, piece: "" }) === rulesAddress({ ...other, piece: "" });

export class RulesPage {
  main: HTMLElement;
  variant: Variant | null = null; // the variant of the game that is shown; null: the list of all games is shown
  root: HTMLDivElement = h("div", { class: "rules-page" });
  address: RulesAddress;

  constructor(main: HTMLElement) {
    this.main = main;
    this.address = this.inAddress;
    this.draw();
  }

  get inAddress(): RulesAddress {
    return readRulesAddress(location.hash) ?? { game: "", piece: "", settings: {}, text: null };
  }

  /** Scrolls to the piece that the address names, after the browser has laid out the page. */
  enter() {
    requestAnimationFrame(() => this.showPiece());
  }

  leave() {
    this.variant?.free();
    this.variant = null;
  }
  lineChanged() {}
  settingChanged() {
    this.draw();
  }
  take() {
    return false;
  }

  /** Called when the address has changed. Returns true if it names the same rules as before, so that the page stays. */
  readdress() {
    const address = readRulesAddress(location.hash);
    if (!address || !sameRules(address, this.address)) return false;
    this.address = address;
    this.showPiece();
    return true;
  }

  showPiece() {
    const { piece } = this.address;
    if (!piece || !this.variant) return;
    const kind = kindOfSlug(this.variant, piece);
    const slug = kind ? pieceSlug(this.variant, kind) : "";
    if (!showCard(this.root, slug)) notice(say("rulesPage.noPiece"));
  }

  draw() {
    noTurn();
    this.leave();
    const { game, text, settings } = this.address;
    replace(this.main, this.root);
    if (!game) return this.drawIndex();
    const own = game === OWN ? (text ?? openText()) : null;
    const { variant } = parseVariant(own === null ? game : "", own, settings);
    if (variant) return this.drawGame(variant, own);
    notice(say(own === null ? "rulesPage.noGame" : "rulesPage.noOwn"));
    this.drawIndex();
  }

  /**
   * Shows the rules of a game.
   * @param own the text of an own game; null: it is a shipped game
   */
  drawGame(variant: Variant, own: string | null) {
    this.variant = variant;
    document.title = say("page.titleOf", { title: say("card.rulesOf", { game: variant.title }) });
    const chips = ruleChips(variant.options);
    const reading = readingOf(variant.title);
    const play = () => {
      const trouble = own === null ? "" : takeIn(own);
      if (trouble) return notice(trouble, "bad");
      offerNext(own === null ? this.address.game : OWN);
      location.hash = "#/";
    };
    replace(
      this.root,
      h(
        "header",
        { class: "rules-head" },
        h("p", null, h("a", { href: rulesAddress({}), text: say("rulesPage.all") })),
        h(
          "h1",
          null,
          titleParts("", variant.title, variant.about.version),
          reading ? h("span", { class: "aside", text: `（${reading}）` }) : null,
        ),
        chips.length ? h("ul", { class: "chips", "aria-label": say("rules.title") }, chips) : null,
        h(
          "div",
          { class: "buttons" },
          h("button", {
            type: "button",
            class: "main",
            onclick: play,
            text: say("rulesPage.play"),
          }),
          h("button", { type: "button", onclick: () => print(), text: say("rulesPage.print") }),
        ),
      ),
      rulesBody(variant, { ...this.address, piece: "" }),
    );
  }

  drawIndex() {
    document.title = say("page.titleOf", { title: say("rulesPage.title") });
    const ownGames = shelf().games.map(({ id }) => ownItem(id));
    replace(
      this.root,
      h("h1", { text: say("rulesPage.title") }),
      h("p", { text: say("rulesPage.explained") }),
      h("ul", { class: "rules-index" }, firstGames().map(indexItem), ownGames),
      h("h2", { text: say("lobby.more") }),
      h("ul", { class: "rules-index" }, moreGames().map(indexItem)),
    );
  }
}

const indexItem = (variant: Variant) =>
  h(
    "li",
    null,
    h("a", { href: rulesAddress({ game: variant.name }) }, titleParts(variant.name, variant.title)),
    littleBoard(variant),
    h("p", { class: "by", text: gameFacts(variant) }),
    h("p", { text: firstSentence(variant) }),
  );

/**
 * The tile of an own game in the list of all games; null if its text is no game.
 * @param id of the game on the shelf
 */
function ownItem(id: string) {
  const text = textOf(id);
  const { variant } = parseVariant("", text);
  if (!variant) return null;
  const { title, about } = variant;
  variant.free();
  const href = rulesAddress({ game: OWN, text: id === shelf().open ? null : text });
  return h(
    "li",
    null,
    h("a", { href }, titleParts("", title, about.version)),
    h("p", { class: "by", text: say("own.title") }),
  );
}
