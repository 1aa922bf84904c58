// The animation of a move on the page. Pieces glide on a layer above the board, so that the browser only has to change transforms and
// opacities.

import { burns, sideOf } from "../core/index.ts";
import { h, s } from "../lib/dom.ts";
import { pieceIcon } from "./pieces.ts";
import type { PositionState, Side } from "../core/index.ts";
import type { PlayedMove } from "../table/table.ts";
import type { Board } from "./board.ts";

export interface Scene {
  /** the board, which already shows the position after the move */
  board: Board;
  before: PositionState;
  after: PositionState;
  played: PlayedMove;
  /** the visitor has dragged the piece to its square, so it needs no animation */
  carried: boolean;
  /** returns the place on the screen of a kind of piece on a side's stand; null: none. id: of the kind */
  place: (side: Side, id: string) => DOMRect | null;
}

const GLIDE_MS = 180; // duration of a move that goes straight to its square
const LEG_MS = 140; // duration of each leg (part) of a move over several squares
const FLY_MS = 260; // duration of a captured piece's flight to the stand
const TURN_MS = 160; // duration of a piece's turning over by promotion
const FADE_MS = 420; // time in which trails of pieces, embers of burnt pieces and frost on frozen pieces fade
const EASE = "cubic-bezier(0.2, 0.7, 0.3, 1)";
const ICON = { width: 92, height: 100 }; // size of a piece's picture (pieceIcon) in its own units
const SQUARE_NAME = /\d+[a-z]+/g; // matches the squares in the USI text of a move

const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** The middle of a piece on the screen, and its size relative to pieces on the board. */
export interface Spot {
  x: number;
  y: number;
  scale: number;
}

export class Motion {
  layer: HTMLDivElement = h("div", { class: "flights", "aria-hidden": "true" });
  arriving: Element[] = []; // the elements of squares to which pieces are still moving; the pieces on them are hidden
  timer: ReturnType<typeof setTimeout> | undefined = undefined; // ends when all motion has ended

  constructor() {}

  /** Ends all motion at once: every piece is at its destination. */
  stop() {
    clearTimeout(this.timer);
    this.layer.replaceChildren();
    this.layer.remove();
    this.arriving.forEach((cell) => cell.classList.remove("arriving"));
    this.arriving = [];
  }

  show(scene: Scene) {
    this.stop();
    if (still()) return;
    document.body.append(this.layer);
    const { parts } = scene.played;
    const path = this.pathOf(scene);
    const legs = Math.max(0, path.length - 1);
    const length = scene.carried || !legs ? 0 : legs > 1 ? legs * LEG_MS : GLIDE_MS;
    const burning = !parts.drop && burns(scene.board.view.variant.type(parts.type));
    for (const victim of parts.victims) {
      const leg = path.indexOf(victim);
      const delay = leg > 0 && legs ? (length * leg) / legs : length;
      if (burning && victim !== parts.to) this.burn(scene, victim, length);
      else this.capture(scene, victim, delay);
    }
    if (length) this.glide(scene, path, length);
    const before = new Set(scene.before.frozen);
    for (const square of scene.after.frozen) {
      if (!before.has(square)) this.flash(scene, square, "chill", length);
    }
    this.timer = setTimeout(() => this.stop(), length + TURN_MS + FLY_MS + FADE_MS);
  }

  /**
   * The squares of the piece's path, beginning with its origin; -1 is the hand. They are the squares in the move's USI text, unless the
   * piece burns (captures the pieces around its destination): then the text names the burnt squares.
   */
  pathOf({ board, played: { usi, parts } }: Scene) {
    const { variant } = board.view;
    if (parts.drop) return [-1, parts.to];
    if (burns(variant.type(parts.type))) return [parts.from, parts.to];
    const named = usi.match(SQUARE_NAME) ?? [];
    return named.map((name) => variant.squareNames.indexOf(name)).filter((square) => square >= 0);
  }

  spot(board: Board, square: number): Spot {
    const { left, top, width, height } = board.rect(square);
    return { x: left + width / 2, y: top + height / 2, scale: 1 };
  }

  /**
   * Adds a picture of a piece to the layer, in the size that the piece has on the board.
   * @param piece its number on a board: negative for gote
   */
  picture({ board }: Scene, piece: number) {
    const { view, layout } = board;
    const unit = board.rect(board.cursor).height / layout.cell.height;
    const side = sideOf(piece);
    const look = { side, turn: layout.turn(side), set: view.set, small: view.small };
    const icon = pieceIcon(view.variant.type(piece), look);
    const flight = h("div", { class: "flight" }, icon);
    flight.style.width = `${ICON.width * unit}px`;
    flight.style.height = `${ICON.height * unit}px`;
    flight.style.marginLeft = `${(-ICON.width * unit) / 2}px`;
    flight.style.marginTop = `${(-ICON.height * unit) / 2}px`;
    this.layer.append(flight);
    return flight;
  }

  at({ x, y, scale }: Spot) {
    return `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) scale(${scale.toFixed(3)})`;
  }

  inStand(side: Side, { board, place }: Scene, kind: number): Spot | null {
    const rect = place(side, board.view.variant.type(kind).id);
    if (!rect) return null;
    const square = board.rect(board.cursor);
    const scale = rect.height / Math.max(1, square.height);
    return { x: rect.left + rect.width / 2, y: rect.top + rect.height / 2, scale };
  }

  /**
   * Moves the piece along its path, and turns it over at the end if the move promotes it.
   * @param path squares; -1: the hand
   * @param length duration in ms
   */
  glide(scene: Scene, path: number[], length: number) {
    const { board, played, before, after } = scene;
    const { parts } = played;
    const piece = after.board[parts.to];
    if (!piece) return;
    const old = parts.drop ? piece : before.board[parts.from];
    const inHand = board.view.variant.type(parts.type).inHand || parts.type;
    const from = parts.drop ? this.inStand(played.side, scene, inHand) : null;
    if (parts.drop && !from) return;
    const spots = path.map((square) => (square < 0 && from) || this.spot(board, square));
    const cell = board.cells[parts.to].group;
    cell.classList.add("arriving");
    this.arriving.push(cell);
    const arrived = () => cell.classList.remove("arriving");
    const flight = this.picture(scene, old);
    const easing = path.length > 2 ? "ease-in-out" : EASE;
    const frames = spots.map((spot) => ({ transform: this.at(spot), easing }));
    const glided = flight.animate(frames, { duration: length, fill: "both" }).finished;
    if (path.length > 2) this.trail(spots, length);
    if (old === piece) return void glided.then(arrived, () => {}).then(() => flight.remove());
    const there = this.at(spots[spots.length - 1]);
    this.turnOver(flight, this.picture(scene, piece), there, length).then(arrived, () => {});
  }

  /**
   * Turns a piece over: the picture of the old face becomes narrow until it vanishes, then that of the new face becomes wide.
   * @param there CSS transform to the destination
   * @param delay ms until the turn begins
   */
  async turnOver(old: HTMLElement, other: HTMLElement, there: string, delay: number) {
    const narrow = `${there} scaleX(0)`;
    const half = { duration: TURN_MS / 2, fill: "both" as FillMode };
    const [wide, edge] = [`${there} scaleX(1)`, narrow];
    other.animate([{ transform: edge }, { transform: wide }], {
      ...half,
      delay: delay + half.duration,
    });
    await old.animate([{ opacity: 1 }, { opacity: 1 }], { duration: delay }).finished;
    await old.animate([{ transform: wide }, { transform: edge }], half).finished;
    await Promise.all(other.getAnimations().map(({ finished }) => finished));
    old.remove();
    other.remove();
  }

  /**
   * Moves the piece along its path, and turns it over at the end if the move promotes it.
   * @param path squares; -1: the hand
   * @param length duration in ms
   */
  trail(spots: Spot[], length: number) {
    const d = `M${spots.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join("L")}`;
    const picture = s("svg", { class: "trail" }, s("path", { d }));
    this.layer.prepend(picture);
    picture.animate([{ opacity: 0.9 }, { opacity: 0.9, offset: 0.4 }, { opacity: 0 }], {
      duration: length + FADE_MS,
      fill: "both",
    });
  }

  /**
   * Moves a captured piece to the stand of the side that captured it; in a game without hands the piece fades.
   * @param delay ms until the motion begins
   */
  capture(scene: Scene, square: number, delay: number) {
    const piece = scene.before.board[square];
    if (!piece) return;
    const { variant } = scene.board.view;
    const kind = variant.type(piece).inHand || Math.abs(piece);
    const from = this.spot(scene.board, square);
    const to = variant.hands ? this.inStand(scene.played.side, scene, kind) : null;
    const flight = this.picture(scene, piece);
    const end = to
      ? { transform: this.at(to), opacity: 0.35 }
      : { transform: this.at({ ...from, scale: 0.6 }), opacity: 0 };
    flight
      .animate([{ transform: this.at(from), opacity: 1 }, end], {
        duration: FLY_MS,
        delay,
        fill: "both",
        easing: "ease-in",
      })
      .finished.then(
        () => flight.remove(),
        () => {},
      );
  }

  /**
   * Has a burnt piece glow and fade.
   * @param delay ms until the piece begins to glow
   */
  burn(scene: Scene, square: number, delay: number) {
    const piece = scene.before.board[square];
    if (!piece) return;
    const flight = this.picture(scene, piece);
    const at = this.at(this.spot(scene.board, square));
    const smaller = this.at({ ...this.spot(scene.board, square), scale: 0.8 });
    flight.animate(
      [
        { transform: at, opacity: 1 },
        { transform: at, opacity: 0.8, offset: 0.5 },
        { transform: smaller, opacity: 0 },
      ],
      { duration: FADE_MS, delay, fill: "both" },
    );
    this.flash(scene, square, "ember", delay);
  }

  /**
   * Flashes a light over a square.
   * @param kind "ember" for a burnt piece, "chill" for a frozen one
   * @param delay ms until the flash begins
   */
  flash({ board }: Scene, square: number, kind: string, delay: number) {
    const { left, top, width, height } = board.rect(square);
    const light = h("div", { class: `flash ${kind}` });
    Object.assign(light.style, {
      left: `${left}px`,
      top: `${top}px`,
      width: `${width}px`,
      height: `${height}px`,
    });
    this.layer.append(light);
    light.animate(
      [
        { opacity: 0, transform: "scale(0.7)" },
        { opacity: 1, transform: "scale(1.1)", offset: 0.35 },
        { opacity: 0, transform: "scale(1)" },
      ],
      { duration: FADE_MS, delay, fill: "both" },
    );
  }
}
