// A game being played: what the server says goes to the table, what a person does goes to the server.

import { WIDE } from "../board/layout.ts";
import { isWhole, wholeRules } from "../core/rules.ts";
import { MoveInput } from "../entry/moveinput.ts";
import { gameText, say } from "../language/catalogue.ts";
import { moveWords, spokenMove } from "../language/movewords.ts";
import { otherSide, resultWords, sentence, sideName, sideNamed, SIDES } from "../language/words.ts";
import { noTurn, showTurn, sound } from "../lib/attention.ts";
import { fetched, handle } from "../lib/connection.ts";
import { announce, ask, h, notice, replace } from "../lib/dom.ts";
import { TOKEN_LEAST, TOKEN_LENGTH } from "../lib/limits.ts";
import { tokensOf } from "../people/tokens.ts";
import { handicapRule } from "../rules/rulechips.ts";
import { OWN } from "../rules/rulesaddress.ts";
import { settings } from "../settings/settings.ts";
import { attackWords } from "./frame.ts";
import { PLAIN_ACTS } from "./frame.ts";
import { GameView } from "./gameview.ts";
import { pendingOf } from "./pending.ts";
import { Replay } from "./replay.ts";
import { Table } from "./table.ts";
import type { Move, Side } from "../core/types.ts";
import type { Candidate } from "../entry/entry.ts";
import type { Connection } from "../lib/connection.ts";
import type {
  Declined,
  Deleted,
  Failure,
  GameState,
  Handlers,
  Hint,
  Import,
  New,
  OfferKind,
  Presence,
  Queue,
  Said,
  ServerMessage,
  SideName,
  Thinking,
  Tokens,
} from "../lib/messages.ts";
import type { Act } from "./frame.ts";
import type { PendingMove, PendingMoves } from "./pending.ts";

const STEP_KEYS: Record<string, number> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  "[": -1,
  "]": 1,
  "{": -Infinity,
  "}": Infinity,
};

const FIELDS = "input, textarea, select";
const ROLL_PX = 60; // of the wheel for a move
const LINE_PX = 40; // of the wheel, where it tells lines

const ZOOM_KEYS: Record<string, number> = { "+": 1.5, "-": 1 / 1.5, 0: 1 / 100 };

const BOTH: readonly [Side, Side] = [0, 1];

const OFFERS: [OfferKind, "status.offersDraw" | "status.offersUndo" | "status.offersRematch"][] = [
  ["draw", "status.offersDraw"],
  ["undo", "status.offersUndo"],
  ["rematch", "status.offersRematch"],
];

const DECLINES: Record<
  OfferKind,
  "status.declines" | "status.declinesUndo" | "status.declinesRematch"
> = {
  draw: "status.declines",
  undo: "status.declinesUndo",
  rematch: "status.declinesRematch",
};

/**
 * Keeps the keys that are pressed from now on from everything else.
 * @returns ends that and answers what was typed, with a new line for Enter; null: Esc was pressed
 */
function keepKeys(): () => string | null {
  let text: string | null = "";
  const keep = (event: KeyboardEvent) => {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || text === null) return;
    if (target instanceof Element && target.matches(FIELDS)) return;
    if (key === "Escape") text = null;
    else if (key === "Backspace") text = text.slice(0, -1);
    else if (key === "Enter") text += "\n";
    else if (key.length === 1) text += key;
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener("keydown", keep, { capture: true });
  return () => {
    document.removeEventListener("keydown", keep, { capture: true });
    return text;
  };
}

export const playHandlers = {
  game: (play, message) => play.takeGame(message),
  thinking: (play, message) => play.takeThinking(message),
  hint: (play, message) => play.takeHint(message),
  declined: (play, message) => play.takeDeclined(message),
  deleted: (play, message) => play.takeDeleted(message),
  tokens: (play, message) => play.takeTokens(message),
  chat: (play, message) => play.takeSaid(message),
  presence: (play, message) => play.takePresence(message),
  queue: (play, message) => play.takeQueue(message),
  error: (play, message) => play.takeError(message),
} satisfies Handlers<Play>;

export class Play {
  main: HTMLElement;
  connection: Connection;
  id: string;
  start: (message: New | Import) => void;
  token: string | undefined; // until the server has answered; one without an end isn't sent
  firstPly: number | undefined; // until the game is on the table
  table: Table | null = null; // until the server's first message about the game
  flip: boolean | null = null; // until somebody turns the board: as the person sits
  hinted: Candidate<Move> | null = null; // the move of a hint
  thinking: Thinking | null = null; // what the engine said last
  farewell = ""; // said after leaving
  served = true; // the server has this game, and its record
  hinting = false; // a hint was asked for and hasn't come
  attacks: readonly Side[] = []; // sides whose attacked squares are shown
  told: GameState | null = null; // what the server said last
  toldAt = 0; // when that was, by the clock of this machine
  pending: PendingMoves;
  held: (PendingMove & { words: string }) | null = null; // a move that stands on the board and waits for a yes
  premove: { ply: number; usi: string; squares: number[]; words: string } | null = null; // for one's next turn; ply: how many moves there were when it was entered
  replay: Replay;
  selfPlay: true | undefined = undefined; // the program plays itself, and its moves are shown one by one
  rolled = 0; // pixels of the wheel that made no move yet
  invited = false; // the invitation was shown by itself
  clears = false; // others' devices are being put out of one's own seat
  invitation: HTMLDialogElement | null = null; // while it is shown
  rematch: string | null | undefined = undefined; // id of the next game; null: none yet
  input: MoveInput;
  view: GameView;
  onKey: (event: KeyboardEvent) => void;
  onResize: () => void;

  /**
   * @param id of the game
   * @param start asks for another game
   * @param token of a seat, or an invitation
   * @param ply after how many moves the game is looked at first; none: after all
   */
  constructor(
    main: HTMLElement,
    connection: Connection,
    id: string,
    start: (message: New | Import) => void,
    token?: string,
    ply?: number,
  ) {
    this.main = main;
    this.connection = connection;
    this.id = id;
    this.start = start;
    this.token = token;
    this.firstPly = ply;
    this.pending = pendingOf(id);
    this.replay = new Replay(() => this.stepOn());
    this.input = this.newInput();
    this.view = this.newView();
    this.onKey = (event: KeyboardEvent) => this.key(event);
    this.onResize = () => {
      this.view.tooltip.hide();
      this.draw();
    };
    document.addEventListener("keydown", this.onKey);
    window.addEventListener("resize", this.onResize);
  }

  /** The line to the server is up, or up again: moves that it may not have heard are sent once more. */
  enter() {
    const { id, token = "" } = this;
    const whole = token.length >= TOKEN_LEAST;
    this.connection.send(whole ? { t: "open", id, token } : { t: "open", id });
    for (const move of this.pending.moves) this.sendMove(move);
  }

  /** The line came up or broke. */
  lineChanged() {
    this.hinting = false;
    if (this.table) this.draw();
    else this.view.wait(this.connection.up);
  }

  get chat() {
    return Boolean(this.connection.hello?.chat);
  }

  /** Moves that wait for the line. */
  get waiting() {
    return this.connection.up ? 0 : this.pending.count;
  }

  leave() {
    document.removeEventListener("keydown", this.onKey);
    window.removeEventListener("resize", this.onResize);
    this.view.remove();
    this.replay.set(false, 0);
    this.connection.send({ t: "close", id: this.id });
    this.connection.isTimed = false;
    this.table?.close();
    this.table = null;
    this.told = null;
    this.invitation?.close();
    noTurn();
    if (this.farewell) notice(this.farewell);
  }

  newInput() {
    return new MoveInput({
      send: (usi) => this.send(usi),
      premove: (move) => this.setPremove(move),
      forget: () => this.forgetPremove(),
      draw: () => this.draw(),
      touched: () => (this.hinted = null),
      focusBoard: () => this.view.focusBoard(),
      spot: (square) => this.view.spot(square),
    });
  }

  /** What a person does before there is a table does nothing. */
  newView() {
    const { input } = this;
    const withTable: (f: (table: Table) => unknown) => void = (f) => {
      if (this.table) f(this.table);
    };
    return new GameView(this.main, {
      board: {
        square: (square) => withTable((table) => input.square(table, square)),
        lift: (square) => withTable((table) => input.lift(table, square)),
        liftHand: (id) => Boolean(this.table && input.liftHand(this.table, id)),
        drop: (square) => withTable((table) => input.drop(table, square)),
        canDrag: (square) => this.canDrag(square),
        cancel: () => withTable((table) => this.forgetPremove() || input.cancel(table)),
        letGo: () => this.forgetPremove(),
        roll: (event) => this.roll(event),
      },
      confirm: { yes: () => this.confirm(), no: () => this.revoke() },
      entry: {
        done: () => withTable((table) => input.done(table)),
        list: () => withTable((table) => input.listMoves(table)),
        cancel: () => withTable((table) => input.cancel(table)),
      },
      status: {
        backToNow: () => withTable((table) => this.goTo(table.played.length)),
        playAgain: () => withTable((table) => this.playAgain(table)),
        rematch: () => this.connection.ask({ t: "offer", id: this.id, kind: "rematch" }),
        invite: () => withTable((table) => this.invite(table)),
        goToGame: (id) => (location.hash = `#/g/${id}`),
      },
      strip: {
        accept: (kind) => withTable((table) => this.accept(table, kind)),
        decline: (kind) => this.connection.ask({ t: "decline", id: this.id, kind }),
        claim: () => this.connection.ask({ t: "claim", id: this.id }),
        moveNow: () => this.connection.ask({ t: "now", id: this.id }),
        lowTime: () => sound("low"),
        redraw: () => this.draw(),
      },
      say: (text) => this.connection.ask({ t: "chat", id: this.id, text }),
      pickHand: (kind) => withTable((table) => input.pickHand(table, kind)),
      act: (act) => withTable((table) => this.act(table, act)),
      goTo: (ply) => this.goTo(ply),
      replay: () => this.toggleReplay(),
    });
  }

  canDrag(square: number) {
    const { table } = this;
    if (!table?.mayEnter) return false;
    const { origin, standing } = table.entry;
    const begun = origin?.square !== undefined && standing !== origin.square; // the piece stands elsewhere by now
    if (begun && (square === standing || square === origin.square)) return square === standing;
    if (!table.isOwn(square)) return false;
    return table.mayPremove || table.variant.isStrict || table.entry.movesFrom(square).length > 0;
  }

  draw() {
    this.connection.isTimed = Boolean(this.told?.clock?.running && !this.told.result);
    if (this.table) this.view.draw(this.table, this);
  }

  /** The game plays itself. */
  get replaying() {
    return this.replay.on;
  }
  /** Milliseconds a move, where it does. */
  get pace() {
    return settings.pace * 1000;
  }

  /** Shows the next move. False: it hasn't been played yet, or the game is over. */
  stepOn() {
    const { table } = this;
    if (!table) return false;
    if (!table.atEnd) table.goTo(table.viewed + 1);
    const { last } = table;
    if (last) announce(spokenMove(table, last));
    if (table.atEnd && table.over) this.replay.set(false, 0);
    this.draw();
    return !table.atEnd;
  }

  /** The game plays itself from the position shown, or from the beginning where that is the last; or it no longer does. */
  toggleReplay() {
    const { table, replay } = this;
    if (!table) return;
    const on = !replay.on;
    if (on && table.atEnd && table.over) table.goTo(0);
    replay.set(on, this.pace);
    this.draw();
  }

  get hint() {
    return this.hinted;
  }
  /** The move that waits for a yes, in words. */
  get unconfirmed() {
    return this.held?.words ?? "";
  }

  settingChanged() {
    this.draw();
  }

  // ---- from the server ----

  /** @param kind of a message */
  static takes(kind: string) {
    return kind in playHandlers;
  }

  take(message: ServerMessage) {
    const other = "id" in message && message.t !== "error" && message.id !== this.id;
    return other ? undefined : handle(playHandlers, this, message);
  }

  takeGame(message: GameState) {
    this.told = message;
    this.tellSeatless(message);
    this.token = undefined;
    this.toldAt = Date.now();
    if (this.showTold()) notice(say("game.moveLost"), "bad");
    this.playPremove();
  }

  /** Whoever came by a link to a seat and has none hears why he watches. */
  tellSeatless({ you }: GameState) {
    if (this.token === undefined || you.length) return;
    notice(say(this.token.length < TOKEN_LENGTH ? "link.cut" : "link.noSeat"), "bad");
  }

  /** What the server said, with the moves that it hasn't heard, and the one that waits for a yes. True: some were given up. */
  showTold() {
    if (!this.told) return false;
    const { message, lost } = this.pending.over(this.told);
    const { held } = this;
    if (held && (message.result || held.ply !== message.moves.length)) this.held = null;
    this.show(this.held ? { ...message, moves: [...message.moves, this.held.usi] } : message);
    return lost;
  }

  /** Who plays will want the rules in words: they come while he thinks, and then need no server. */
  fetchAhead() {
    if (!isWhole()) Promise.all([import("../rules/about.ts"), wholeRules()]).catch(() => null);
  }

  /** A game of somebody's own is read by the whole rules. */
  async showOnceWhole() {
    if (await fetched(wholeRules())) this.showTold();
  }

  /** @param message with the pending moves */
  show(message: GameState) {
    if (message.variantText && !isWhole()) return void this.showOnceWhole();
    const { table } = this;
    const before = table && {
      plies: table.played.length,
      over: table.over,
      offers: table.message.offers,
    };
    try {
      this.seat(message);
    } catch (error) {
      const reason = (error as Error).message;
      const text = say("game.unreadable", { reason });
      return replace(this.view.frame.status, h("p", { class: "bad", text }));
    }
    if (this.table && message.clock) this.table.serverAhead = message.clock.at - this.toldAt;
    this.hinted = null;
    this.hinting = false;
    this.thinking = null;
    if (before && this.selfPlay && this.replay.on && !message.result) return; // each move is drawn in its turn
    if (before && this.table) this.tell(this.table, before);
    this.draw();
    this.callForTurn(message);
    this.invitationChanged(message);
  }

  callForTurn({ id, title, you, open }: GameState) {
    const { table } = this;
    if (!table) return;
    const turn = you.length === 1 && !open && !table.over && table.mine(table.sideToMove);
    showTurn({ id, title: gameText(title), turn });
  }

  /** The invitation is shown when a game is begun, until the other has come. */
  invitationChanged({ open, you, rematch }: GameState) {
    const { table } = this;
    if (!open || !table) {
      this.invitation?.close();
      this.invitation = null;
    } else if (!this.invited && you.length && tokensOf(this.id)?.invitation) {
      this.invited = true;
      this.invite(table);
    }
    if (rematch && this.rematch === null && you.length) location.hash = `#/g/${rematch}`;
    this.rematch = rematch;
  }

  takeTokens({ invitation }: Tokens) {
    if (this.clears) notice(say("invite.isAlone"));
    this.clears = false;
    if (invitation && this.table?.message.open) this.invite(this.table);
  }

  takePresence({ watchers, away, claim }: Presence) {
    if (!this.told) return;
    const before = this.told.presence.away;
    this.told = { ...this.told, presence: { watchers, away, claim } };
    const { table } = this;
    if (!table) return;
    table.message = { ...table.message, presence: this.told.presence };
    for (const side of BOTH) {
      const name = SIDES[side];
      if (table.mine(side) || !table.isHuman(side)) continue;
      if (away[name] !== null && before[name] === null) announce(say("spoken.left"));
      if (away[name] === null && before[name] !== null) announce(say("spoken.back"));
    }
    this.draw();
  }

  takeQueue({ queue }: Queue) {
    const { table } = this;
    if (!this.told || !table) return;
    this.told = { ...this.told, queue };
    table.message = { ...table.message, queue };
    this.draw();
  }

  /** Takes the message to the table. One that changes nothing on the board must not throw away clicks already made. */
  seat(message: GameState) {
    const { table } = this;
    if (!table?.isAbout(message)) {
      table?.close();
      this.table = null;
      this.table = new Table(message);
      if (this.firstPly !== undefined) this.table.goTo(this.firstPly);
      this.firstPly = undefined;
      return;
    }
    const same = message.moves.length === table.played.length;
    const clickAgain = same ? this.input.unfinished(table) : null;
    if (table.isSelfPlay && this.selfPlay === undefined) {
      this.replay.set((this.selfPlay = true), this.pace);
    }
    table.update(message, table.atEnd && !table.isSelfPlay);
    this.replay.go(this.pace);
    clickAgain?.(table);
  }

  /** What happened is read out. */
  tell(table: Table, before: { plies: number; over: boolean; offers: GameState["offers"] }) {
    const { message, played } = table;
    const last = played[played.length - 1];
    if (played.length > before.plies) announce(spokenMove(table, last, table.state.check));
    if (played.length > before.plies) sound(last.parts.capture ? "capture" : "move");
    if (message.result && !before.over) {
      announce(resultWords(message.result, table.handicap));
      sound("end");
    }
    for (const [kind, key] of OFFERS) {
      const by = message.offers[kind];
      if (!by || before.offers[kind] === by || !table.canAnswer(sideNamed(by))) continue;
      announce(say(key, { side: table.sideName(sideNamed(by)) }));
      sound("turn");
    }
  }

  takeThinking(message: Thinking) {
    if (this.selfPlay) return; // of another position than the one shown
    this.thinking = message;
    if (this.table) this.view.drawStatus(this.table, this);
  }

  /** What a side is called here, as a sentence begins with it. */
  nameOf(side: SideName) {
    return sideName(sideNamed(side), this.table?.handicap);
  }

  takeSaid({ side, text }: Said) {
    const own = this.table?.message.you.includes(side);
    if (this.view.chat.muted && !own) return;
    const name = this.table?.message.names[side] ?? this.nameOf(side);
    this.view.chat.add(name, text);
    sound("said");
    if (!this.view.chat.inSight) notice(say("chat.said", { name, text }));
  }

  takeHint({ ply, usi }: Hint) {
    const { table } = this;
    this.hinting = false;
    this.draw();
    if (!table?.myTurn || ply !== table.viewed) return;
    const move = table.entry.all.find((each) => each.usi === usi);
    if (!move) return;
    this.hinted = move;
    notice(say("hint.move", { move: moveWords(table, move) }));
    this.draw();
  }

  takeDeclined({ side, kind = "draw" }: Declined) {
    const { table } = this;
    if (table && !table.people && table.mine(sideNamed(side))) return; // by oneself
    notice(say(DECLINES[kind], { side: this.nameOf(side) }));
  }

  takeDeleted({ by }: Deleted) {
    this.farewell = by ? say("game.aborted", { side: this.nameOf(by) }) : say("game.deleted");
    location.hash = "#/";
  }

  /** True: nothing more need be said. */
  takeError(message: Failure) {
    this.hinting = false;
    this.draw();
    if (message.for === "open") {
      this.showMissing(message.message);
      return true;
    }
    if (message.for === "move") {
      this.pending.clear();
      this.held = null;
      if (this.told) this.show(this.told);
      this.enter(); // back to what the server has
    }
    return false;
  }

  showMissing(reason: string) {
    this.view.remove();
    replace(
      this.main,
      h(
        "div",
        { class: "lobby" },
        h("h1", { text: say("game.missing") }),
        h("p", { text: reason }),
        h("p", null, h("a", { class: "button", href: "#/", text: say("game.all") })),
      ),
    );
  }

  // ---- to the server ----

  /** A move was entered: it is played, or asked about first. */
  send(usi: string) {
    const { table } = this;
    if (!table) return;
    if (!this.asksFirst(table)) return this.commit(usi);
    const parts = table.game.readMove(usi);
    const words = say("confirm.ask", { move: parts ? moveWords(table, parts) : usi });
    this.held = { ply: table.played.length, usi, words };
    this.showTold();
    announce(words);
  }

  asksFirst({ message, people }: Table) {
    if (settings.confirm === "days") return message.clock?.rules.kind === "days" && !people;
    return settings.confirm === "always";
  }

  /** Shows the move at once; the server's answer follows. */
  commit(usi: string) {
    if (!this.told) return;
    const move = { ply: this.told.moves.length + this.pending.count, usi };
    this.pending.add(move);
    this.sendMove(move);
    this.showTold();
  }

  confirm() {
    const { held } = this;
    this.held = null;
    if (held) this.commit(held.usi);
    this.view.focusBoard();
  }

  /** The move that waits for a yes is taken off the board. */
  revoke() {
    if (!this.held) return false;
    this.held = null;
    this.showTold();
    this.view.focusBoard();
    return true;
  }

  // ---- a move for one's next turn ----

  setPremove(move: Candidate<Move>) {
    const { table } = this;
    if (!table) return;
    const { usi, drop, from, to, named } = move;
    const words = moveWords(table, move);
    const squares = [...new Set([...(drop ? [] : [from]), ...named, to])];
    this.premove = { ply: table.played.length, usi, squares, words };
    announce(say("premove.waits", { move: words }));
    this.draw();
  }

  /** False: there was none. */
  forgetPremove() {
    if (!this.premove) return false;
    this.premove = null;
    announce(say("premove.forgotten"));
    this.draw();
    return true;
  }

  /** It is one's turn: the move is played if it is legal now. */
  playPremove() {
    const { table, premove } = this;
    if (!premove || !table) return;
    if (table.mayPremove && table.played.length === premove.ply) return;
    this.premove = null;
    const legal = table.myTurn && table.played.length === premove.ply + 1;
    if (legal && table.game.readMove(premove.usi)) return this.commit(premove.usi);
    if (table.myTurn) notice(say("premove.gone", { move: premove.words }));
    this.draw();
  }

  // ---- a move as text ----

  /** What is typed until the field has come is written into it, and does nothing on the board. */
  async type() {
    const written = keepKeys();
    const seldom = await fetched(import("../entry/typed.ts"));
    const text = written();
    if (!this.table?.mayEnter || text === null) return;
    const place = this.view.frame.words;
    seldom?.openTyped(place, text, {
      meaning: (words) => this.meaning(words),
      play: (words) => this.playText(words),
      close: () => this.view.focusBoard(),
    });
  }

  meaning(text: string) {
    const { table } = this;
    const move = table?.myTurn && text ? table.game.readMove(text) : null;
    return table && move ? moveWords(table, move) : "";
  }

  /** Why a text can't be played, or "" when it was. What can't be read never costs a game. */
  async playText(text: string): Promise<string> {
    const { table } = this;
    if (!table) return "";
    if (!table.myTurn) return this.input.whyNotNow(table);
    const move = table.game.readMove(text);
    if (!move) {
      const why = await fetched(table.game.explain(text));
      return why === null ? say("page.notNow") : sentence(why);
    }
    this.input.play(table, { ...move, named: new Set(move.victims) });
    return "";
  }

  sendMove(move: PendingMove) {
    this.fetchAhead();
    this.connection.send({ t: "move", id: this.id, ...move });
  }

  /** At one screen a draw is accepted by the other side's offering it too. */
  accept({ message: { two, offers } }: Table, kind: OfferKind) {
    const { connection, id } = this;
    const by = offers[kind];
    if (two) connection.ask({ t: "accept", id, kind });
    else if (by) connection.ask({ t: "draw", id, side: SIDES[otherSide(sideNamed(by))] });
  }

  async invite(table: Table) {
    const { message, variant } = table;
    const tokens = tokensOf(this.id);
    const { open } = message;
    if (!tokens?.invitation) {
      return void this.connection.ask({ t: "tokens", id: this.id, keep: true });
    }
    if (!open) return;
    const seldom = await fetched(import("../people/invite.ts")); // needed, so not with the first visit
    if (!seldom) return;
    const rules = [...handicapRule(variant.handicaps, message.sfen), ...variant.options];
    const side = table.sideWord(sideNamed(open));
    this.invitation = seldom.showInvitation(this.id, side, tokens.invitation, rules);
  }

  act(table: Table, act: Act) {
    const { connection, id } = this;
    const { two } = table.message;
    const side = SIDES[table.ownSide];
    if (act === "rules") this.rules(table);
    else if (act === "share") this.share(table);
    else if (act === "resign") this.resign(table);
    else if (act === "declare") this.declare(table);
    else if (act === "draw" && !two) connection.ask({ t: "draw", id, side });
    else if (two && (act === "draw" || act === "undo")) {
      connection.ask({ t: "offer", id, kind: act });
    } else if (act === "flip") this.turn(table);
    else if (act === "type") this.type();
    else if (act === "pen") this.view.toggleDrawing();
    else if (act === "attacks") this.showAttacks(table);
    else if (act === "undo" && this.revoke()) return;
    else {
      const plain = PLAIN_ACTS.find((each) => each === act);
      const asked = plain !== undefined && connection.ask({ t: plain, id });
      this.hinting = asked && act === "hint";
      this.draw();
    }
  }

  async rules({ message: { game, variantText, settings: chosen }, variant }: Table) {
    const text = variantText ?? null;
    const [seldom] =
      (await fetched(Promise.all([import("../rules/about.ts"), wholeRules()]))) ?? [];
    const address = { game: text === null ? game : OWN, text, settings: chosen };
    const { root } = this.view.frame;
    seldom?.showRules(variant, address, matchMedia(WIDE).matches ? root : null);
  }

  async share(table: Table) {
    const seldom = await fetched(import("./share.ts"));
    const { connection, id } = this;
    const alone = () => {
      this.clears = connection.ask({ t: "tokens", id });
    };
    if (this.view.board) seldom?.showTexts(table, this.view.board, this.served, alone);
  }

  async resign(table: Table) {
    const { ownSide } = table;
    const side = SIDES[ownSide];
    const sure = await ask({
      title: say("resign.title", { side: table.sideWord(ownSide) }),
      buttons: [
        { label: say("resign.playOn"), value: false, kind: "main" },
        { label: say("act.resign"), value: true, kind: "danger" },
      ],
    });
    if (sure) this.connection.ask({ t: "resign", id: this.id, side });
  }

  async declare({ ownSide }: Table) {
    const sure = await ask({
      title: say("declare.title"),
      body: h("p", { text: say("declare.explained") }),
      buttons: [
        { label: say("resign.playOn"), value: false },
        { label: say("act.declare"), value: true, kind: "main" },
      ],
    });
    if (sure) this.connection.ask({ t: "declare", id: this.id, side: SIDES[ownSide] });
  }

  /** The same game from the same start, by the same rules. */
  playAgain({ message }: Table) {
    const { game, variantText, sente, gote, level, sfen, clock, movetimeMs } = message;
    const rules = variantText ? { variantText } : { game };
    const time = { ...(clock && { clock: clock.rules }), ...(movetimeMs && { movetimeMs }) };
    this.start({
      t: "new",
      ...rules,
      settings: message.settings,
      sente,
      gote,
      level,
      sfen,
      ...time,
    });
  }

  turn(table: Table) {
    this.flip = !this.view.isFlipped(table, this);
    this.draw();
  }

  /** Shows the squares that the other side attacks, then one's own, then both, then none. */
  showAttacks({ ownSide, handicap }: Table) {
    const [first = null, second = null] = this.attacks;
    const other = otherSide(ownSide);
    if (first === null) this.attacks = [other];
    else if (second !== null) this.attacks = [];
    else this.attacks = first === other ? [ownSide] : BOTH;
    announce(this.attacks.length ? attackWords(this.attacks, handicap) : say("act.attacksGone"));
    this.draw();
  }

  // ---- looking at earlier positions ----

  goTo(ply: number) {
    const { table } = this;
    if (!table) return;
    this.forgetPremove();
    this.revoke();
    this.replay.set(false, 0);
    table.goTo(ply);
    this.hinted = null;
    this.draw();
    const { last, viewed } = table;
    if (last) announce(say("spoken.ply", { ply: viewed, move: spokenMove(table, last) }));
    else announce(say("spoken.start"));
  }

  /** The wheel over the board goes through the game where it has nothing to scroll: on a wide page. */
  roll(event: WheelEvent) {
    const { table } = this;
    if (!table || !settings.wheel || !matchMedia(WIDE).matches) return;
    event.preventDefault();
    const way = event.deltaY * (event.deltaMode ? LINE_PX : 1);
    if (way * this.rolled < 0) this.rolled = 0;
    this.rolled += way;
    if (Math.abs(this.rolled) < ROLL_PX) return;
    const ply = table.viewed + Math.sign(this.rolled);
    this.rolled = 0;
    if (ply >= 0 && ply <= table.played.length) this.goTo(ply);
  }

  /** Keys of the whole page step through the game; letters are keys only where the board, a hand or nothing has the focus. */
  key(event: KeyboardEvent) {
    const { table } = this;
    const { key, target } = event;
    const taken = event.defaultPrevented || document.querySelector("dialog[open]:modal");
    if (!table || taken || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!(target instanceof Element) || target.matches(FIELDS)) return;
    if (key === "Escape") this.letGo(table);
    else if (STEP_KEYS[key]) {
      event.preventDefault();
      this.goTo(table.viewed + STEP_KEYS[key]);
    } else if (target.closest(".table, .words") || target.matches("body, main")) {
      this.letterKey(table, event);
    }
  }

  letGo(table: Table) {
    if (table.entry.active) this.input.cancel(table);
    else if (!this.forgetPremove() && !this.revoke()) this.view.wipe();
  }

  letterKey(table: Table, event: KeyboardEvent) {
    const { key } = event;
    const letter = key.toLowerCase(); // Caps Lock is no other key
    if (ZOOM_KEYS[key]) this.view.zoomBy(ZOOM_KEYS[key]);
    else if (!settings.letters) return;
    else if (letter === "f") this.turn(table);
    else if (letter === "a") this.showAttacks(table);
    else if (letter === "?") fetched(import("./keysheet.ts")).then((seldom) => seldom?.showKeys());
    else if (letter === "t") this.type();
    else if (!this.input.key(table, letter)) return;
    event.preventDefault(); // no field gets the letter, and a browser that searches as one types opens no search
  }
}
