import { type PrimitiveWrites, TickLost } from './repository.ts';
import type { TickLease } from '../transfer/index.ts';

/**
 * Within the unit that accepts a run's route: throws `TickLost` where the record was cancelled or
 * another worker has its tick by now. The record stays locked until the unit is over, so a DELETE
 * that was answered is never followed by a route.
 */
export async function assertTickLeased(
  tx: { readonly primitives: Pick<PrimitiveWrites, 'primitive'> },
  { recordId, fence }: TickLease,
): Promise<void> {
  const record = await tx.primitives.primitive(recordId);
  if (record === null || record.kind === 'batch' || record.nextRunAtMs === null)
    throw new TickLost('the record has ended');
  if (record.fence !== fence) throw new TickLost('another worker has the tick');
}
