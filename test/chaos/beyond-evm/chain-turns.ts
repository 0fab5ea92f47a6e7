/** One at a time: two who rewrite a chain at once would undo each other's blocks. */
export class ChainTurns {
  #last: Promise<unknown> = Promise.resolve();

  alone<T>(act: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(act, act);
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}
