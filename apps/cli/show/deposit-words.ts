import type { RouteReceipt } from '@interline/client';
import { besideCoin } from './beside-tokens.ts';
import { exactAmount } from './exact-amount.ts';

type Deposit = NonNullable<RouteReceipt['deposit']>;

/** Where a route with a deposit stands, in one line: what came of it, and how deep it is. */
export function depositWords({ status, stage, deposit, from }: RouteReceipt): string {
  const seen = deposit?.seen ?? [];
  const waits = status === 'AWAITING_DEPOSIT' || stage === 'CONFIRMING';
  if (deposit === undefined || seen.length === 0 || !waits)
    return status === stage ? status : `${status} ${stage}`;
  const chain = deposit.chain ?? from.chain;
  const coin = besideCoin(String(chain)) ?? { decimals: 0, symbol: from.symbol };
  const sum = seen.reduce((units, { amount }) => units + BigInt(amount), 0n);
  const missing = missingDeposit(deposit);
  if (missing > 0n)
    return `SEEN ${exactAmount(sum, chain, coin)}; ${exactAmount(missing, chain, coin)} missing`;
  const least = Math.min(...seen.map(({ confirmations }) => confirmations));
  if (least === 0) return `SEEN ${exactAmount(sum, chain, coin)}, in no block yet`;
  const wanted = deposit.confirmations ?? least;
  return `CONFIRMING ${Math.min(least, wanted)} of ${wanted}`;
}

/** So many large parts count whole. */
const wholeAtMost = 5;

/**
 * What the next part must bring, in smallest units; not above zero where enough was seen. A small part,
 * and each after the first few, counts for less by what it costs to be spent.
 */
export function missingDeposit({ amount, seen = [], partCost = '0' }: Deposit): bigint {
  const cost = BigInt(partCost);
  const isLarge = (units: bigint): boolean => units >= 100n * cost;
  const parts = seen.map((one) => BigInt(one.amount));
  const large = parts.filter(isLarge).length;
  const free = BigInt(Math.max(1, Math.min(large, wholeAtMost)));
  const counted = parts.reduce(
    (sum, units) => sum + (units > cost ? units - cost : 0n),
    free * cost,
  );
  const missing = BigInt(amount) - counted;
  const isWhole = isLarge(missing) && large < wholeAtMost;
  return missing <= 0n || isWhole ? missing : missing + cost;
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
