import { RelayError } from '@interline/kernel';
import { checkOrder } from '../transfer/index.ts';
import { runRequest } from './carry-out.ts';
import type { PrimitiveCaller, PrimitivePorts, TickingKind } from './primitive-ports.ts';
import type {
  Conditional,
  Primitive,
  PrimitiveTerms,
  Schedule,
  TickingPrimitive,
} from './primitive.ts';
import { StalePrimitive } from './repository.ts';

/**
 * Refuses what no run could do: an unknown lane, a recipient where money is lost, a quote-only
 * corridor.
 */
export function checkTerms(
  ports: Pick<PrimitivePorts, 'registry' | 'custody' | 'tokens'>,
  terms: PrimitiveTerms,
): void {
  checkOrder(ports, runRequest({ terms, isLive: false, isOperator: false, client: '', key: '' }));
}

/**
 * Stores the record. Throws `TOO_MANY_RECORDS` where its client, or the service, has as many as it
 * may.
 */
export async function admitRecord(
  { store, policy }: Pick<PrimitivePorts, 'store' | 'policy'>,
  record: TickingPrimitive,
): Promise<void> {
  await store.run('admit-record', async (tx) => {
    const { ofClient, inAll } = await tx.primitives.openPrimitives(record.client);
    if (ofClient >= policy.mostPerClient)
      throw new RelayError(
        'TOO_MANY_RECORDS',
        {},
        `there are ${ofClient} active schedules and conditionals of this client; ${policy.mostPerClient} is the most`,
      );
    if (inAll >= policy.mostInAll)
      throw new RelayError(
        'TOO_MANY_RECORDS',
        {},
        `the service has ${inAll} active schedules and conditionals; ${policy.mostInAll} is the most`,
      );
    await tx.primitives.insertPrimitive(record);
  });
}

/** What the record's live runs may do, for as long as the operator's credential stays the same. */
export function authorityOf(
  { operatorMark }: PrimitivePorts['policy'],
  { isOperator }: PrimitiveCaller,
): { readonly isOperators: boolean; readonly authority?: string } {
  return {
    isOperators: isOperator,
    ...(isOperator && operatorMark !== undefined ? { authority: operatorMark } : {}),
  };
}

/** What whoever asks for live runs must know. */
export function liveWarnings(
  { isLive }: PrimitivePorts['policy'],
  live: boolean,
  { isOperator }: PrimitiveCaller,
): readonly string[] {
  if (!live) return [];
  return [
    ...(isLive
      ? []
      : [
          'live: true is kept, but this deployment simulates every run: its watcher is not started with PRIMITIVES_LIVE=1',
        ]),
    ...(isOperator
      ? []
      : [
          'a live run needs a permit signed for that run alone, and a record holds none: without one, live runs are only for the operator, whose bearer token this request did not carry. Each live run of this record will be refused with OPERATOR_ONLY',
        ]),
  ];
}

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

/** Fields to set; null for nothing to do. */
type RecordChange = Partial<Schedule> | Partial<Conditional> | null;

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
