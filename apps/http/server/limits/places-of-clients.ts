/** How many of something each client holds here, for as long as it holds any. */
export class PlacesOfClients {
  readonly #held = new Map<string, number>();
  readonly #mostOfOne: number;

  constructor(mostOfOne: number) {
    this.#mostOfOne = mostOfOne;
  }

  /** False where it holds as many as one may; else it is to leave, once. */
  enter(client: string): boolean {
    const own = this.#held.get(client) ?? 0;
    if (own >= this.#mostOfOne) return false;
    this.#held.set(client, own + 1);
    return true;
  }

  leave(client: string): void {
    const left = (this.#held.get(client) ?? 0) - 1;
    if (left > 0) this.#held.set(client, left);
    else this.#held.delete(client);
  }
}
