import {
  asUnits,
  type Order,
  type Refusal,
  refuse,
  type Units,
  valueMicroUsd,
} from '@interline/plugins';
import type { Engine } from '../engine/engine.ts';
import { readFeeFacts } from '../fee/fee-facts.ts';
import { gasPartOf } from '../fee/gas-part.ts';
import { laneEnds } from '../offer/lane-ends.ts';
import type { AggregatorSetup } from '../setup.ts';

/**
 * What gas rose by since the charge was agreed is the relayer's, up to the bound of one transfer.
 * Null within that, and where gas cannot be priced now: custody's own caps hold then.
 */
export async function refuseDearGas(
  { context, settings, flatFees }: AggregatorSetup,
  { upstream: { name, traits } }: Engine,
  order: Order,
  agreed: Units,
  signal: AbortSignal,
): Promise<Refusal | null> {
  const ends = laneEnds(order.lane);
  const facts = await readFeeFacts(context, order, signal);
  if (ends === null || !facts.ok) return null;
  const fronted = { callGas: traits.callGas, feeWei: flatFees.lastSeen(name, ends.fromChainId) };
  const gasPart = await gasPartOf(context, order.from, facts.value, fronted, signal).catch(
    (cause: unknown) => {
      if (signal.aborted) throw cause;
      return agreed;
    },
  );
  if (gasPart <= agreed) return null;
  const subsidy = valueMicroUsd(asUnits(gasPart - agreed), order.from.decimals, facts.value.source);
  const most = settings.maxSubsidyPerTransferMicroUsd;
  if (subsidy <= most) return null;
  return refuse(
    'BUDGET_SPENT',
    `gas exceeds the agreed charge by ${subsidy} micro-USD, and the relayer adds at most ${most} to one transfer`,
  );
}
