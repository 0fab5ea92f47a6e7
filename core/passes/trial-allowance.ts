/** Free passes per client and day. */
export const trialPassesPerDay = 300;

/** Beyond this number of clients, further ones get none that day. */
const mostClients = 100_000;
const dayMs = 86_400_000;

/**
 * Each client's free passes of today, only in memory, because it is not written down which
 * addresses took some. All instances share the limit of five requests per day, and it outlives each
 * instance. So a client gets at most five requests of 115 passes over any number of instances.
 */
export class TrialAllowance {
  #day = -1;
  readonly #taken = new Map<string, number>();

  /** What is left after these were taken; null, with none taken, if they are too many. */
  take(client: string, passes: number, nowMs: number): number | null {
    this.#begin(Math.floor(nowMs / dayMs));
    const taken = (this.#taken.get(client) ?? 0) + passes;
    const isNew = !this.#taken.has(client);
    if (taken > trialPassesPerDay || (isNew && this.#taken.size >= mostClients)) return null;
    this.#taken.set(client, taken);
    return trialPassesPerDay - taken;
  }

  /** For passes that could not be signed. */
  giveBack(client: string, passes: number): void {
    const taken = this.#taken.get(client);
    if (taken !== undefined) this.#taken.set(client, Math.max(0, taken - passes));
  }

  #begin(day: number): void {
    if (day === this.#day) return;
    this.#day = day;
    this.#taken.clear();
  }
}
