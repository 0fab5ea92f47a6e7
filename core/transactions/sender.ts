import type { SignedTransaction } from '@interline/kernel';
import type { BroadcastOutcome, Clock, CustodyPort } from '@interline/ports';

interface Waiting {
  readonly signedTransaction: SignedTransaction;
  readonly done: (outcome: BroadcastOutcome) => void;
}

/**
 * How long a batch may be out before the next one goes; its outcome is unknown then, which it may
 * always be.
 */
const patienceMs = 1_000;
const batchAtMost = 64;

/**
 * Sends committed signed transactions, one batch at a time per account and chain, in nonce order. While a
 * batch is out the next one collects, so a burst costs a few requests. A node that hangs holds
 * nobody up.
 */
export class Sender {
  readonly #custody: Pick<CustodyPort, 'broadcast'>;
  readonly #clock: Clock;
  readonly #queues = new Map<string, Waiting[]>();
  readonly #busy = new Set<string>();

  constructor(custody: Pick<CustodyPort, 'broadcast'>, clock: Clock) {
    this.#custody = custody;
    this.#clock = clock;
  }

  /**
   * Resolves when the nodes answered or failed to. An outcome is a hint: only the chain decides.
   */
  async send(
    signedTransactions: readonly SignedTransaction[],
  ): Promise<readonly BroadcastOutcome[]> {
    return Promise.all(
      signedTransactions.map(
        (signedTransaction) =>
          new Promise<BroadcastOutcome>((done) => {
            const lane = `${signedTransaction.chain}/${signedTransaction.account}`;
            const queue = this.#queues.get(lane) ?? [];
            this.#queues.set(lane, queue);
            queue.push({ signedTransaction, done });
            void this.#drain(lane, queue);
          }),
      ),
    );
  }

  async #drain(lane: string, queue: Waiting[]): Promise<void> {
    if (this.#busy.has(lane)) return;
    this.#busy.add(lane);
    // Lets a burst of commits of the same tick join this batch.
    await Promise.resolve();
    while (queue.length > 0) {
      const batch = queue
        .splice(0, batchAtMost)
        .sort((a, b) => a.signedTransaction.nonce - b.signedTransaction.nonce);
      const alarm = this.#clock.alarm(patienceMs);
      const outcomes = await Promise.race([
        this.#custody.broadcast(batch.map((one) => one.signedTransaction)),
        alarm.rang.then(() => []),
      ]);
      alarm.cancel();
      batch.forEach((one, index) => one.done(outcomes[index] ?? 'unknown'));
    }
    this.#busy.delete(lane);
  }
}
