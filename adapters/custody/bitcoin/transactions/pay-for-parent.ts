import type { Selection, SelectionOutcome } from '../coins/select-coins.ts';
import { dustThreshold, type ScriptHex } from '../coins/output-script.ts';
import { transactionWeight, vsizeOf } from '../coins/transaction-weight.ts';
import { feeAt, type FeeRate } from '../fees/fee-rate.ts';
import { outpointOf } from '../outpoint.ts';
import type { OwnCoin, SignedBitcoinTransaction } from './sign-transaction.ts';

export interface Parent {
  readonly transaction: SignedBitcoinTransaction;
  /** Of the key that its change is locked to. */
  readonly changePath: string;
}

/**
 * A child that spends the parent's change back to ourselves and pays for both, so that the pair
 * reaches the rate (CPFP); the child alone never pays less than the rate. The caller then no longer
 * replaces the parent, or the child would lose its slot with it.
 */
export function payForParent(
  { transaction, changePath }: Parent,
  rate: FeeRate,
  changeScript: ScriptHex,
): SelectionOutcome<OwnCoin> {
  const { change, txid, targets, feeUnits: parentFee, vsize: parentVsize } = transaction;
  if (change === null) return { ok: false, reason: 'insufficient' };
  const kind = change.script.startsWith('5120') ? 'p2tr' : 'p2wpkh';
  const coin: OwnCoin = {
    ...change,
    outpoint: outpointOf(txid, targets.length),
    kind,
    path: changePath,
    confirmations: 0,
    isChangeOfReplaceable: true,
  };

  const weight = transactionWeight([kind], [changeScript]);
  const vsize = vsizeOf(weight);
  const alone = feeAt(rate, vsize);
  const missing = feeAt(rate, vsize + parentVsize) - parentFee;
  const feeUnits = missing > alone ? missing : alone;
  const units = change.units - feeUnits;
  if (units < dustThreshold(changeScript)) return { ok: false, reason: 'insufficient' };
  const selection: Selection<OwnCoin> = {
    inputs: [coin],
    targets: [],
    change: { script: changeScript, units },
    feeUnits,
    weight,
    vsize,
  };
  return { ok: true, value: selection };
}
