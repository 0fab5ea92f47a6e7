/** How many of something each sender has here, for as long as it has any. */
export class Shares {
  readonly #here = new Map<string, number>();
  readonly #mostOfOne: number;

  constructor(mostOfOne: number) {
    this.#mostOfOne = mostOfOne;
  }

  /** False where it has as many as one may have; else it is to leave, once. */
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
