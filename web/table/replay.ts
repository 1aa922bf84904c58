// Goes through a game by itself, a move after another: of a game that is over, or of the program against itself, which would be too quick.

export class Replay {
  step: () => boolean;
  on = false;
  timer: ReturnType<typeof setTimeout> | undefined = undefined; // until the next move

  /** @param step shows the next move; false: there is none now */
  constructor(step: () => boolean) {
    this.step = step;
  }

  /** @param paceMs a move */
  set(on: boolean, paceMs: number) {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.on = on;
    if (on) this.wait(paceMs);
  }

  /** @param paceMs a move */
  wait(paceMs: number) {
    this.timer = setTimeout(() => {
      this.timer = undefined;
      if (this.on && this.step()) this.wait(paceMs);
    }, paceMs);
  }

  /**
   * There may be a next move again.
   * @param paceMs a move
   */
  go(paceMs: number) {
    if (this.on && this.timer === undefined) this.wait(paceMs);
  }
}
