import type { RouteReceipt } from '@interline/client';
import { besideCoin } from './beside-tokens.ts';
import { exactAmount } from './exact-amount.ts';

/** Where a route with a deposit stands, in one line: what came of it, and how deep it is. */
export function depositWords({ status, stage, deposit, from }: RouteReceipt): string {
  const seen = deposit?.seen ?? [];
  const waits = status === 'AWAITING_DEPOSIT' || stage === 'CONFIRMING';
  if (deposit === undefined || seen.length === 0 || !waits)
    return status === stage ? status : `${status} ${stage}`;
  const chain = deposit.chain ?? from.chain;
  const coin = besideCoin(String(chain)) ?? { decimals: 0, symbol: from.symbol };
  const sum = seen.reduce((units, { amount }) => units + BigInt(amount), 0n);
  const missing = BigInt(deposit.amount) - sum;
  if (missing > 0n)
    return `SEEN ${exactAmount(sum, chain, coin)}; ${exactAmount(missing, chain, coin)} missing`;
  const least = Math.min(...seen.map(({ confirmations }) => confirmations));
  if (least === 0) return `SEEN ${exactAmount(sum, chain, coin)}, in no block yet`;
  const wanted = deposit.confirmations ?? least;
  return `CONFIRMING ${Math.min(least, wanted)} of ${wanted}`;
}
