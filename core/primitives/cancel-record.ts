import { RelayError } from '@interline/kernel';
import { moveRecord } from './move-record.ts';
import type { PrimitivePorts, TickingKind } from './primitive-ports.ts';
import type { TickingPrimitive } from './primitive.ts';

/**
 * Cancels for good; a second time changes nothing. Throws `UNKNOWN_RECORD`, and `ALREADY_ENDED`
 * once it has completed, fired or failed.
 */
export type CancelRecord = (kind: TickingKind, id: string) => Promise<TickingPrimitive>;

export function cancelRecord(ports: Pick<PrimitivePorts, 'store' | 'clock'>): CancelRecord {
  return async (kind, id) =>
    moveRecord(ports, 'cancel-record', id, (record) => {
      if (record === null || record.kind !== kind)
        throw new RelayError('UNKNOWN_RECORD', {}, `no ${kind} has this id`);
      if (record.status === 'cancelled') return null;
      if (record.nextRunAtMs === null)
        throw new RelayError(
          'ALREADY_ENDED',
          {},
          `the ${kind} is ${record.status}, so it cannot be cancelled`,
        );
      return { status: 'cancelled', nextRunAtMs: null };
    });
}
