// Goes through a game by itself, a move after another: of a game that is over, or of the program against itself, which would be too quick.

export class Replay {
  /** @param {() => boolean} step shows the next move; false: there is none now */
  constructor(step) {
    this.step = step;
    this.on = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined; // until the next move
  }

  /**
   * @param {boolean} on
   * @param {number} paceMs a move
   */
  set(on, paceMs) {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.on = on;
    if (on) this.wait(paceMs);
  }

  /** @param {number} paceMs a move */
  wait(paceMs) {
    this.timer = setTimeout(() => {
      this.timer = undefined;
      if (this.on && this.step()) this.wait(paceMs);
    }, paceMs);
  }

  /**
   * There may be a next move again.
   * @param {number} paceMs a move
   */
  go(paceMs) {
    if (this.on && this.timer === undefined) this.wait(paceMs);
  }
}
