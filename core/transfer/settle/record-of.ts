import { noUnits } from '@interline/kernel';
import type { TransferRecord } from '../repository.ts';
import { type Route, stages } from '../route.ts';

/**
 * What the end of a route tells about the way that had it last; null where it tells nothing about
 * any.
 */
export function recordOf(before: Route, ended: Route): TransferRecord | null {
  if (ended.isSimulated || (ended.status === 'FAILED' && isThePayersEnd(before, ended)))
    return null;
  const { id, rail, order, plan, quote, delivered, createdAtMs, updatedAtMs } = ended;
  const record = {
    routeId: id,
    rail,
    lane: order.lane,
    quoted: quote?.output ?? plan.output,
    delivered: delivered ?? noUnits,
    agreed: order.minOutput,
    tookMs: updatedAtMs - createdAtMs,
    atMs: updatedAtMs,
  };
  if (ended.status !== 'DONE') return { ...record, outcome: 'failed' };
  return { ...record, outcome: record.delivered < record.quoted ? 'missed' : 'delivered' };
}

/**
 * Nothing was pulled, the deposit never came, or a reorg brought a pull whose route had failed
 * without it: no way had a part in that.
 */
function isThePayersEnd(before: Route, ended: Route): boolean {
  return (
    ended.stage === stages.notPulled ||
    before.status !== 'BRIDGING' ||
    before.failure?.code === 'PULL_REVERTED' ||
    before.failure?.code === 'PULL_EXPIRED'
  );
}
