import type { TransferPorts } from '../../transfer/index.ts';
import { deficits } from './deficits.ts';
import type { DeskSource } from './desk-entry.ts';
import { emptyAccounts } from './empty-accounts.ts';
import { engineDebts } from './engine-debts.ts';
import { pausedScopes } from './paused-scopes.ts';
import { type ReadDesk, readDesk } from './read-desk.ts';
import { unfundedAccounts } from './unfunded-accounts.ts';
import { unmatchedTransactions } from './unmatched-transactions.ts';
import { stoppedAccounts, stuckTransactions, unprovenSlots } from './waiting-accounts.ts';
import { waitingRoutes } from './waiting-routes.ts';

/** The operator's desk. A further kind of waiting item is one more source. */
export function deskOf(
  ports: Pick<TransferPorts, 'store' | 'custody' | 'policy' | 'chains' | 'tokens'> & {
    readonly clock: Pick<TransferPorts['clock'], 'now' | 'alarm'>;
  },
  lifetime: AbortSignal,
  besideMoney: readonly DeskSource[] = [],
): ReadDesk {
  return readDesk([
    waitingRoutes(ports),
    engineDebts(ports),
    stoppedAccounts(ports),
    emptyAccounts(ports, lifetime),
    unfundedAccounts(ports),
    stuckTransactions(ports),
    unprovenSlots(ports),
    unmatchedTransactions(ports),
    deficits(ports),
    pausedScopes(ports),
    ...besideMoney,
  ]);
}
