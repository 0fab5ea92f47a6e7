import { asUnits, isNative, maxGasCost, type TokenRef, type Units } from '@interline/kernel';
import type { BookedOutput, Prepared, TransactionRequest } from '@interline/ports';
import type { TransferPorts } from '../ports.ts';
import { type Deposit, type DepositRefund, isForRefund, isForRoute } from './deposit.ts';
import { tooSmall } from './deposit-refunds.ts';

export type ReadyRefund =
  | { readonly ok: true; readonly prepared: readonly Prepared[]; readonly net: Units }
  | { readonly ok: false; readonly reason: string };

export interface Giving {
  readonly from: TokenRef;
  readonly to: Deposit['address'];
  readonly units: Units;
  readonly isRest: boolean;
  /**
   * Estimated spending cost of its parts after the first, for when custody reports no coin cost.
   */
  readonly forParts: Units;
  /** The outputs that it spends. */
  readonly spends: readonly BookedOutput[];
}

/** Why a refund waits that its chain does not accept. */
export const notNow = 'the chain does not take the refund now';

/**
 * The refund is reduced only by its own inclusion cost, if that is paid in the refunded coin, and
 * by the cost of spending the outputs that it refunds. The outputs behind a rest were already paid
 * for as parts of the delivered amount.
 */
export async function prepareRefund(
  { custody }: Pick<TransferPorts, 'custody'>,
  giving: Giving,
  signal: AbortSignal,
): Promise<ReadyRefund> {
  const { from, units, isRest, forParts } = giving;
  const payout = (net: Units) =>
    custody.prepare(refundRequest({ ...giving, units: net }), signal, { confirmsRefusal: true });
  const whole = await payout(units);
  if (!whole.ok) return { ok: false, reason: notNow };
  const cost = isNative(from) ? costOfAll(whole.value, { isRest, forParts }) : forParts;
  if (cost === 0n) return { ok: true, prepared: whole.value, net: units };
  if (cost >= units) return { ok: false, reason: tooSmall.cost };
  const net = asUnits(units - cost);
  const prepared = await payout(net);
  return prepared.ok
    ? { ok: true, prepared: prepared.value, net }
    : { ok: false, reason: tooSmall.rest };
}

export function refundRequest({
  from,
  to,
  units,
  spends,
}: Pick<Giving, 'from' | 'to' | 'units' | 'spends'>): TransactionRequest {
  return {
    kind: 'payout',
    purpose: 'refund',
    chain: from.chain,
    token: from.address,
    role: 'float',
    to,
    units,
    ...(spends.length > 0 ? { spends } : {}),
  };
}

/** No coin is charged twice: a coin spent in the place of an unnamed part counts as that part. */
function costOfAll(
  prepared: readonly Prepared[],
  { isRest, forParts }: Pick<Giving, 'isRest' | 'forParts'>,
): bigint {
  const whole = sumOfCosts(prepared, costOf);
  if (prepared.some(({ namedCost }) => namedCost !== undefined))
    return isRest ? whole - sumOfCosts(prepared, ({ namedCost = 0n }) => namedCost) : whole;
  const forCoins = sumOfCosts(prepared, ({ coinsCost = 0n }) => coinsCost);
  return whole - forCoins + (forParts > forCoins ? forParts : forCoins);
}

function costOf({ tx, nextBlockCost }: Prepared): bigint {
  return nextBlockCost ?? maxGasCost(tx);
}

function sumOfCosts(prepared: readonly Prepared[], cost: (one: Prepared) => bigint): bigint {
  return prepared.reduce((sum, one) => sum + cost(one), 0n);
}

/** The outputs spent for it: its own, or for a rest those that the route used. */
export function spentBy(
  { deposits }: Pick<TransferPorts, 'deposits'>,
  { chain, index, outputs }: Pick<Deposit, 'chain' | 'index' | 'outputs'>,
  refund: DepositRefund,
): readonly BookedOutput[] {
  return outputs
    .filter((one) => (refund.isRest ? isForRoute(one) : isForRefund(one, refund)))
    .filter(({ block }) => block !== null)
    .toSorted((a, b) => Number(b.units - a.units))
    .slice(0, deposits.outputsAtMost(chain))
    .map(({ tx, output }) => ({ index, tx, output }));
}
