import type { ScriptHex } from '../coins/output-script.ts';
import { type Coin, selectCoins, type Selection, type Target } from '../coins/select-coins.ts';
import type { FeeRate } from '../fees/fee-rate.ts';

export interface PayoutBatches<C extends Coin> {
  /** One transaction each; no two share an input. */
  readonly batches: readonly Selection<C>[];
  /** Payouts for which no coins are left now; the change of these batches may serve them later. */
  readonly waiting: readonly Target[];
}

/** The outputs of one transaction: 50 weigh at most 8,600 units, far from what nodes refuse. */
const maxTargets = 50;

/**
 * Shares waiting payouts out over as few transactions as the coins allow, in the order given. A
 * batch for which the coins that are left do not suffice is halved; a payout that alone finds none
 * waits, and the smaller ones behind it go on.
 */
export function batchPayouts<C extends Coin>({
  coins,
  targets,
  rate,
  changeScriptOf,
}: {
  readonly coins: readonly C[];
  readonly targets: readonly Target[];
  readonly rate: FeeRate;
  /** A fresh change address for each batch. */
  readonly changeScriptOf: (batch: number) => ScriptHex;
}): PayoutBatches<C> {
  const batches: Selection<C>[] = [];
  const waiting: Target[] = [];
  let free = coins;
  let pending = targets;
  let size = maxTargets;

  while (pending.length > 0) {
    const batch = pending.slice(0, size);
    const changeScript = changeScriptOf(batches.length);
    const outcome = selectCoins({ coins: free, targets: batch, rate, changeScript });
    if (!outcome.ok && batch.length > 1) {
      size = Math.ceil(batch.length / 2);
      continue;
    }
    if (outcome.ok) {
      const spent = new Set(outcome.value.inputs.map(({ outpoint }) => outpoint));
      free = free.filter(({ outpoint }) => !spent.has(outpoint));
      batches.push(outcome.value);
    } else waiting.push(...batch);
    pending = pending.slice(batch.length);
    size = maxTargets;
  }
  return { batches, waiting };
}
