import { refuse } from '@interline/kernel';
import type { PrepareOutcome, TransactionRequest } from '@interline/ports';
import type { FloatWallet } from '../float-wallet.ts';
import type { Purse } from '../spine/read-spine.ts';
import type { Market } from './market.ts';
import { prepareNoop } from './prepare-noop.ts';
import { preparePayout } from './prepare-payout.ts';

/** Prepares payouts, refunds and no-ops. This chain has no permits, contracts or allowances. */
export async function prepareRequest(
  wallet: FloatWallet,
  request: TransactionRequest,
  { purse, market }: { readonly purse: Purse; readonly market: Market },
  signal: AbortSignal,
): Promise<PrepareOutcome> {
  switch (request.kind) {
    case 'payout':
      return preparePayout(wallet, request, purse, market);
    case 'noop':
      return prepareNoop(wallet, { role: request.role, purse, market }, signal);
    case 'pull':
    case 'call':
    case 'revoke':
      return refuse(
        'SIMULATION_FAILED',
        `bitcoin has no ${request.kind}; only payouts leave there`,
      );
  }
}
