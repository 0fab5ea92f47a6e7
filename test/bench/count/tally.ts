/** How often the service did each thing while it was counted. */
export interface Tally {
  /** By the statement's text. */
  readonly statements: Readonly<Record<string, number>>;
  /** Calls of RPC nodes, by method. */
  readonly calls: Readonly<Record<string, number>>;
  /** HTTP requests that carried them. */
  readonly posts: number;
}

/** Counts what was done under a name. */
export class Counts {
  readonly #byName = new Map<string, number>();

  add(name: string): void {
    this.#byName.set(name, (this.#byName.get(name) ?? 0) + 1);
  }

  read(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#byName);
  }
}
