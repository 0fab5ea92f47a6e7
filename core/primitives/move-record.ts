import type { PrimitivePorts } from './primitive-ports.ts';
import type { Conditional, Primitive, Schedule, TickingPrimitive } from './primitive.ts';
import { StalePrimitive } from './repository.ts';

/** Fields to set; null for nothing to do. */
export type RecordChange = Partial<Schedule> | Partial<Conditional> | null;

/** Of a worker's note, a DELETE and another lease, each can come between once. */
const mostTries = 5;

/**
 * Reads the record and moves it in one unit, again where another writer came between. Answers with
 * the state that holds.
 */
export async function moveRecord(
  ports: Pick<PrimitivePorts, 'store' | 'clock'>,
  name: string,
  id: string,
  change: (record: TickingPrimitive | null) => RecordChange,
): Promise<TickingPrimitive> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ports.store.run(name, async (tx) => {
        const record = ticking(await tx.primitives.primitive(id));
        const wanted = change(record);
        if (record === null) throw new Error(`there is no record to ${name}`);
        return wanted === null
          ? record
          : tx.primitives.movePrimitive(record, wanted, ports.clock.now());
      });
    } catch (error) {
      if (!(error instanceof StalePrimitive) || tries === mostTries) throw error;
    }
  }
}

function ticking(record: Primitive | null): TickingPrimitive | null {
  return record === null || record.kind === 'batch' ? null : record;
}
