import type { SignedEnvelope } from './signed-envelope.ts';
import { replacementFee } from './transaction-fee.ts';

export type Placing =
  | { as: 'new' }
  | { as: 'duplicate' }
  | { as: 'try again later' }
  | { as: 'too cheap'; leastStroops: bigint };

/** Transactions that wait for the next ledger, one per account, as in stellar-core. */
export class TransactionQueue {
  readonly #waiting = new Map<string, SignedEnvelope>();

  /** Where an envelope would go; only a fee bump at ten times the rate replaces a waiting one. */
  place(envelope: SignedEnvelope): Placing {
    const waiting = this.#waiting.get(envelope.source);
    if (waiting === undefined) return { as: 'new' };
    if (waiting.hash === envelope.hash) return { as: 'duplicate' };
    if (envelope.feeBump === undefined || waiting.sequence !== envelope.sequence)
      return { as: 'try again later' };
    const leastStroops = replacementFee(waiting, envelope);
    return envelope.maxFee < leastStroops ? { as: 'too cheap', leastStroops } : { as: 'new' };
  }

  add(envelope: SignedEnvelope): void {
    this.#waiting.set(envelope.source, envelope);
  }

  /** Stroops that other accounts' waiting transactions bid on behalf of a fee account. */
  owedBy({ feeSource, source }: SignedEnvelope): bigint {
    return [...this.#waiting.values()]
      .filter((waiting) => waiting.feeSource === feeSource && waiting.source !== source)
      .reduce((sum, { maxFee }) => sum + maxFee, 0n);
  }

  /** Empties the queue in the order of hashes, so that arrival order does not matter. */
  takeAll(): SignedEnvelope[] {
    const all = [...this.#waiting.values()].sort((a, b) => (a.hash < b.hash ? -1 : 1));
    this.#waiting.clear();
    return all;
  }
}
