import { RelayError } from '@interline/kernel';
import type { PrimitivePorts, TickingKind } from './primitive-ports.ts';
import type { TickingPrimitive } from './primitive.ts';

/** The record of that kind and id. Throws `UNKNOWN_RECORD`. */
export type ReadRecord = <K extends TickingKind>(
  kind: K,
  id: string,
) => Promise<Extract<TickingPrimitive, { kind: K }>>;

export function readRecord({ store }: Pick<PrimitivePorts, 'store'>): ReadRecord {
  return async <K extends TickingKind>(kind: K, id: string) => {
    const record = await store.reads.primitives.primitive(id);
    if (record === null || record.kind !== kind)
      throw new RelayError('UNKNOWN_RECORD', {}, `no ${kind} has this id`);
    return record as Extract<TickingPrimitive, { kind: K }>; // CAST: the kind was just compared.
  };
}
