/** Between two questions about one route. */
export const pollEveryMs = 25;

const weightOfNewest = 0.1;

/** When a client first asks: about when routes were done lately, so that asking costs the service as little as it can. */
export class PollPace {
  #usualMs = 0;

  firstPauseMs(): number {
    return Math.max(pollEveryMs, this.#usualMs - pollEveryMs / 2);
  }

  done(afterMs: number): void {
    this.#usualMs = this.#usualMs === 0 ? afterMs : this.#usualMs + weightOfNewest * (afterMs - this.#usualMs);
  }
}
