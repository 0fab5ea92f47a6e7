import type { SignedTransaction } from '@interline/kernel';
import type { BroadcastOutcome, Clock, CustodyPort } from '@interline/ports';
import type { TransactionSender } from '../ports.ts';

interface Waiting {
  readonly signedTransaction: SignedTransaction;
  readonly done: (outcome: BroadcastOutcome) => void;
}

/** How long a request may be in flight before the next one is sent; its outcome is then unknown. */
const patienceMs = 1_000;
const sentAtOnce = 64;

/**
 * Sends committed signed transactions, one request at a time per account and chain, in slot order.
 * While a request is in flight the next one collects, so a burst needs few requests. A hanging node
 * delays only its own account.
 */
export class Sender implements TransactionSender {
  readonly #custody: Pick<CustodyPort, 'broadcast'>;
  readonly #clock: Clock;
  readonly #queues = new Map<string, Waiting[]>();
  readonly #busy = new Set<string>();

  constructor(custody: Pick<CustodyPort, 'broadcast'>, clock: Clock) {
    this.#custody = custody;
    this.#clock = clock;
  }

  async send(
    signedTransactions: readonly SignedTransaction[],
  ): Promise<readonly BroadcastOutcome[]> {
    return Promise.all(
      signedTransactions.map(
        (signedTransaction) =>
          new Promise<BroadcastOutcome>((done) => {
            const account = `${signedTransaction.chain}/${signedTransaction.account}`;
            const queue = this.#queues.get(account) ?? [];
            this.#queues.set(account, queue);
            queue.push({ signedTransaction, done });
            void this.#drain(account, queue);
          }),
      ),
    );
  }

  async #drain(account: string, queue: Waiting[]): Promise<void> {
    if (this.#busy.has(account)) return;
    this.#busy.add(account);
    // Lets a burst of commits of the same tick join this request.
    await Promise.resolve();
    while (queue.length > 0) {
      const next = queue
        .splice(0, sentAtOnce)
        .sort((a, b) => a.signedTransaction.slot - b.signedTransaction.slot);
      const alarm = this.#clock.alarm(patienceMs);
      const outcomes = await Promise.race([
        this.#custody.broadcast(next.map((one) => one.signedTransaction)),
        alarm.rang.then(() => []),
      ]);
      alarm.cancel();
      next.forEach((one, index) => one.done(outcomes[index] ?? 'unknown'));
    }
    this.#busy.delete(account);
  }
}
