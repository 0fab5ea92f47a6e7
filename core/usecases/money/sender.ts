import type { Envelope } from '@interline/domain';
import type { BroadcastOutcome, CustodyPort } from '@interline/ports';

interface Waiting {
  readonly envelope: Envelope;
  readonly done: (outcome: BroadcastOutcome) => void;
}

/**
 * Sends committed envelopes, one batch at a time per account and chain, in nonce order.
 * While a batch is out the next one collects, so a burst costs a few requests.
 */
export class Sender {
  readonly #custody: CustodyPort;
  readonly #queues = new Map<string, Waiting[]>();
  readonly #busy = new Set<string>();

  constructor(custody: CustodyPort) {
    this.#custody = custody;
  }

  /** Resolves when the nodes answered or failed to. An outcome is a hint: only the chain decides. */
  async send(envelopes: readonly Envelope[]): Promise<readonly BroadcastOutcome[]> {
    return Promise.all(envelopes.map((envelope) => new Promise<BroadcastOutcome>((done) => {
      const lane = `${envelope.chain}/${envelope.account}`;
      const queue = this.#queues.get(lane) ?? [];
      this.#queues.set(lane, queue);
      queue.push({ envelope, done });
      void this.#drain(lane, queue);
    })));
  }

  async #drain(lane: string, queue: Waiting[]): Promise<void> {
    if (this.#busy.has(lane)) return;
    this.#busy.add(lane);
    // Lets a burst of commits of the same tick join this batch.
    await Promise.resolve();
    while (queue.length > 0) {
      const batch = queue.splice(0).sort((a, b) => a.envelope.nonce - b.envelope.nonce);
      const outcomes = await this.#custody.broadcast(batch.map((one) => one.envelope));
      batch.forEach((one, index) => one.done(outcomes[index] ?? 'unknown'));
    }
    this.#busy.delete(lane);
  }
}
