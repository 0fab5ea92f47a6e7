import { giveOrder, type OperationStore, resumeStopped } from '@interline/core/operations';
import type { TransferPorts } from '@interline/core/transfer';
import type { AccountRole, ChainRef } from '@interline/kernel';

/** Gives the operator's order that lets a stopped account run again, as the service does. */
export async function resumeAccount(
  money: TransferPorts,
  chain: ChainRef,
  role: AccountRole,
  signal: AbortSignal,
): Promise<void> {
  // CAST: the model's store is the whole store.
  const store = money.store as unknown as OperationStore;
  const order = giveOrder({ ...money, store }, resumeStopped(money));
  const input = { chain, role };
  await order({ input, by: 'operator', reason: 'it was looked at', isDryRun: false }, signal);
}
