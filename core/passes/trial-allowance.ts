/** Passes that one client gets for nothing on one day. */
export const trialPassesPerDay = 300;

/** Beyond these no further client gets any that day. */
const mostClients = 100_000;
const dayMs = 86_400_000;

/**
 * What each client had of today's free passes, in memory and nowhere else: that an address took
 * some is not written down. The limit of five requests a day is shared by all instances and outlives
 * none; so a client gets five requests of 115 passes at most, however many instances there are.
 */
export class TrialAllowance {
  #day = -1;
  readonly #taken = new Map<string, number>();

  /** What is left after these were taken; null, and none taken, where they are too many. */
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
