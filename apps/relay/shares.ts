/** The number of items that each sender currently has here. */
export class Shares {
  readonly #here = new Map<string, number>();
  readonly #mostOfOne: number;

  constructor(mostOfOne: number) {
    this.#mostOfOne = mostOfOne;
  }

  /** False if the sender is at its limit; otherwise the caller must call `leave` once. */
  enter(sender: string): boolean {
    const own = this.#here.get(sender) ?? 0;
    if (own >= this.#mostOfOne) return false;
    this.#here.set(sender, own + 1);
    return true;
  }

  leave(sender: string): void {
    const own = this.#here.get(sender) ?? 0;
    if (own <= 1) this.#here.delete(sender);
    else this.#here.set(sender, own - 1);
  }
}
