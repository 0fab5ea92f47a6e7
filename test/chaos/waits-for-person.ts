import { isStoreBehind } from '@interline/core/transactions';
import { type Route, stages } from '@interline/core/transfer';
import { evmChain, type Transaction } from '@interline/kernel';
import type { StoreAudit } from './process-messages.ts';
import type { PlannedTransfer } from './run-plan.ts';

/**
 * The store says that it does not know all that its accounts did, and so leaves this transfer to a
 * person: the route is quarantined, or is unknown beside an account that is stopped for that reason.
 */
export function waitsForPerson(
  { plan: { from, to } }: { readonly plan: Pick<PlannedTransfer, 'from' | 'to'> },
  route: Route | null,
  { accounts }: Pick<StoreAudit, 'accounts'>,
): boolean {
  const isStopped = accounts.some(
    ({ chain, stopped }) =>
      (chain === evmChain(from) || chain === evmChain(to)) && isStoreBehind(stopped),
  );
  return isStopped && (route === null || route.stage === stages.quarantined);
}

/** It waits with its account, or with its route. */
export function transactionWaits(
  { chain, account, owner }: Transaction,
  routes: readonly (Route | null)[],
  { accounts }: Pick<StoreAudit, 'accounts'>,
): boolean {
  const isStopped = accounts.some(
    (one) => one.chain === chain && one.account === account && isStoreBehind(one.stopped),
  );
  const route = routes.find((one) => one?.id === owner.id);
  return isStopped || route?.stage === stages.quarantined;
}
