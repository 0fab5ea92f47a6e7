import { type MinedTransaction, movedUnits } from '../transactions/index.ts';
import type { PaymentPorts } from './ports.ts';
import { reasons, reasonsOf } from './reasons.ts';
import { type Settlement, type SettlementOutcome, signedOf } from './settlement.ts';

/** Null while the nonce is used and no node shows by which transaction. */
export async function outcomeOf(
  ports: PaymentPorts,
  settlement: Settlement,
  { end, mined, transaction }: MinedTransaction,
): Promise<SettlementOutcome | null> {
  if (end === 'mined')
    return movedUnits(mined, transaction.expects) >= settlement.units
      ? { isSuccess: true, txHash: mined.hash, reason: null }
      : { isSuccess: false, txHash: mined.hash, reason: reasons.transfer };
  return unmadeOutcome(ports, settlement, {
    id: transaction.id,
    txHash: end === 'filled' ? null : mined.hash,
    block: mined.block,
  });
}

/** Our transaction failed, but another sender may have sent what the payer signed. */
export async function unmadeOutcome(
  { authorized, store, lifetime }: PaymentPorts,
  settlement: Settlement,
  ours: { readonly id: string; readonly txHash: string | null; readonly block: number },
): Promise<SettlementOutcome | null> {
  const preparedAt = await store.reads.transactions.preparedAtOf(ours.id);
  // The payment was simulated in that block, so its nonce was unused there.
  const looked = { block: preparedAt ?? ours.block, wasUnused: preparedAt !== null };
  const transfer = { ...signedOf(settlement), signature: '0x' } as const;
  const fate = await authorized.fateOf(transfer, { ...looked, head: ours.block }, lifetime);
  const failed = (reason: string) => ({ isSuccess: false, txHash: ours.txHash, reason });
  switch (fate.kind) {
    case 'made':
      return { isSuccess: true, txHash: fate.hash, reason: null };
    case 'spent':
      return failed(reasonsOf[transfer.method].used);
    case 'unused':
      return failed(reasons.failed);
    case 'unknown':
      return null;
  }
}
