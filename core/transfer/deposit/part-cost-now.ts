import {
  answer,
  asUnits,
  isRelayError,
  type RailOutcome,
  refuse,
  type Units,
} from '@interline/kernel';
import type { TransferPorts } from '../ports.ts';
import type { Route } from '../route.ts';
import { type Deposit, isClosed, isForRefund, isForRoute, isUnsent, returnsTo } from './deposit.ts';
import { refundRequest } from './prepare-refund.ts';

/**
 * What each output that is to go back costs to be spent now, as custody prices the largest of them: a
 * rail has no price for a deposit that fees have outgrown. A refusal where nothing is to be sent, custody
 * names no cost of coins, or the chain takes nothing now.
 */
export async function partCostNow(
  { custody }: Pick<TransferPorts, 'custody'>,
  route: Route,
  deposit: Deposit,
  signal: AbortSignal,
): Promise<RailOutcome<Units>> {
  const to = returnsTo(route, deposit);
  const [largest] = goingBack(deposit).toSorted((a, b) => Number(b.units - a.units));
  if (to === null || largest === undefined) return refuse('NO_ROUTE', 'nothing can be sent back');
  const { tx, output, units } = largest;
  const spends = [{ index: deposit.index, tx, output }];
  const request = refundRequest({ from: route.order.from, to, units, spends });
  try {
    const priced = await custody.prepare(request, signal);
    if (!priced.ok) return priced;
    const named = priced.value.flatMap(({ namedCost }) => namedCost ?? []);
    if (named.length === 0) return refuse('NO_ROUTE', 'coins have no cost of their own there');
    return answer(asUnits(named.reduce((sum, one) => sum + one, 0n)));
  } catch (error) {
    // Each refund is asked for by itself then, and says what stands in its way.
    if (isRelayError(error) && error.code === 'CHAIN_UNREACHABLE')
      return refuse(error.code, 'no node prices it now');
    throw error;
  }
}

/** Outputs in blocks that are to be sent back, or may be once they are deep enough. */
function goingBack(deposit: Deposit): Deposit['outputs'] {
  if (!isClosed(deposit)) return [];
  const left = deposit.refunds.filter((one) => !isUnsent(one));
  return deposit.outputs.filter(
    (one) =>
      one.block !== null &&
      (isForRoute(one)
        ? deposit.state === 'refused'
        : !left.some((refund) => isForRefund(one, refund))),
  );
}
