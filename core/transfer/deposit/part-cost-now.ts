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
 * Current spending cost of each output to be refunded, as custody prices the largest of them,
 * because a rail has no price for a deposit whose value is below the fees. A refusal if nothing is
 * to be sent, if custody reports no coin cost, or if the chain accepts nothing now.
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
    // Then each refund is prepared alone, and its own error says what blocks it.
    if (isRelayError(error) && error.code === 'CHAIN_UNREACHABLE')
      return refuse(error.code, 'no node prices it now');
    throw error;
  }
}

/** Mined outputs that are to be refunded, or may be once they are deep enough. */
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
