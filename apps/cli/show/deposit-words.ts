import type { RouteReceipt } from '@interline/client';
import { besideCoin } from './beside-tokens.ts';
import { exactAmount } from './exact-amount.ts';

/** Where a route with a deposit stands, in one line: what came of it, and how deep it is. */
export function depositWords({ status, stage, deposit, from }: RouteReceipt): string {
  const total = deposit?.total;
  const waits = status === 'AWAITING_DEPOSIT' || stage === 'CONFIRMING';
  if (deposit === undefined || total === undefined || total.parts === 0 || !waits)
    return status === stage ? status : `${status} ${stage}`;
  const chain = deposit.chain ?? from.chain;
  const coin = besideCoin(String(chain)) ?? { decimals: 0, symbol: from.symbol };
  const { amount, missing, confirmations: least } = total;
  if (missing !== '0')
    return `SEEN ${exactAmount(amount, chain, coin)}; ${exactAmount(missing, chain, coin)} missing`;
  if (least === 0) return `SEEN ${exactAmount(amount, chain, coin)}, in no block yet`;
  const wanted = deposit.confirmations ?? least;
  return `CONFIRMING ${Math.min(least, wanted)} of ${wanted}`;
}

/** Names where a deposit goes back to; the claim is a secret, so it is not written here. */
export function refundCommand(id: string): string {
  return `interline route refund-address ${id} <address> --claim <refundClaim>`;
}

/** What of a deposit goes back, a line each: how much, what its own miner fee takes, and where it is. */
export function depositRefundLines(
  { id, deposit }: Pick<RouteReceipt, 'id' | 'deposit'>,
  inTokens: (units: string) => string,
): readonly string[] {
  return (deposit?.refunds ?? []).map(({ amount, refundFee, refundTx, state, reason }) => {
    const less = refundFee === null ? '' : `, less its miner fee of ${inTokens(refundFee)}`;
    const where = refundTx === null ? '' : `, ${refundTx}`;
    // The service names its endpoint to those who write requests.
    const why = reason?.replace('POST /api/route/refund-address', refundCommand(id));
    return `${inTokens(amount)} of the deposit${less}: ${state}${why === undefined ? '' : `, ${why}`}${where}`;
  });
}
