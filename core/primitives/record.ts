import { evmChainId, isLaneClient, matchLane, RelayError } from '@interline/kernel';
import { checkOrder } from '../transfer/index.ts';
import { runRequest } from './carry-out.ts';
import type { PrimitiveCaller, PrimitivePorts } from './primitive-ports.ts';
import type {
  Conditional,
  Primitive,
  PrimitiveTerms,
  Schedule,
  TickingPrimitive,
} from './primitive.ts';
import { StalePrimitive } from './repository.ts';

type TickingKind = TickingPrimitive['kind'];

/**
 * Refuses a transfer that no run could make: an unknown lane, a recipient where money is lost, a
 * quote-only corridor.
 */
export function checkTerms(
  ports: Pick<PrimitivePorts, 'registry' | 'custody' | 'tokens'>,
  terms: PrimitiveTerms,
): void {
  const anyRun = { live: false, isLive: false, isOperator: false, client: '', key: '' };
  checkOrder(ports, runRequest({ terms, ...anyRun }));
}

/**
 * Stores the record. Throws `TOO_MANY_RECORDS` where its client, or the service, has as many as
 * allowed.
 */
export async function admitRecord(
  { store, policy }: Pick<PrimitivePorts, 'store' | 'policy'>,
  record: TickingPrimitive,
): Promise<void> {
  await store.run('admit-record', async (tx) => {
    const { ofClient, ofLane, inAll } = await tx.primitives.openPrimitives(record.client);
    if (ofClient >= policy.mostPerClient)
      throw new RelayError(
        'TOO_MANY_RECORDS',
        {},
        `there are ${ofClient} active schedules and conditionals of this client; ${policy.mostPerClient} is the most`,
      );
    // In the lane each pass is a client, and passes are cheap: half of all is for those that are known.
    if (isLaneClient(record.client) && ofLane * 2 >= policy.mostInAll)
      throw new RelayError(
        'TOO_MANY_RECORDS',
        {},
        'the private lane has reached its half of the active schedules and conditionals; cancel one of yours, or ask outside the lane',
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

/**
 * The authority of the record's live runs; it holds while the operator's credential is the same.
 */
export function authorityOf(
  { operatorMarks = {} }: PrimitivePorts['policy'],
  { isOperator, operator = '' }: PrimitiveCaller,
): { readonly isOperators: boolean; readonly authority?: string } {
  const mark = operatorMarks[operator];
  return {
    isOperators: isOperator,
    ...(isOperator && mark !== undefined ? { authority: mark } : {}),
  };
}

/** Why live runs that were asked for will be simulated or refused. */
export function liveWarnings(
  { isLive }: PrimitivePorts['policy'],
  { quote: { lane } }: PrimitiveTerms,
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
          `${
            evmChainId(lane.from) === null
              ? 'a live run needs a deposit paid for that run alone, and a record has no payer for it'
              : 'a live run needs a permit signed for that run alone, and a record holds none'
          }: without one, live runs are only for the operator, whose bearer token this request did not carry. Each live run of this record will be refused with OPERATOR_ONLY`,
        ]),
  ];
}

/** Engines that an execute of these terms passes over, because they broadcast only with live: true. */
export function optInWarnings(
  { registry }: { readonly registry: Pick<PrimitivePorts['registry'], 'onLane'> },
  terms: readonly PrimitiveTerms[],
  live: boolean,
): readonly string[] {
  if (live) return [];
  const legs = terms.map(({ quote, excludeRails }) => {
    const firm = registry
      .onLane(quote.lane)
      .filter(
        ({ manifest: { id, lanes } }) =>
          !excludeRails.includes(id) && matchLane(lanes, quote.lane)?.settles === 'firm',
      )
      .flatMap(({ manifest: { broadcast, ways } }) =>
        ways.filter((way) => !excludeRails.includes(way)).map((way) => ({ broadcast, way })),
      );
    const optIn = firm.filter(({ broadcast }) => broadcast === 'opt-in');
    return { optIn: optIn.map(({ way }) => way), isAlone: optIn.length === firm.length };
  });
  return [
    [
      legs.filter(({ isAlone }) => !isAlone),
      'an execute without it goes over another rail, even where that delivers less',
    ] as const,
    [legs.filter(({ isAlone }) => isAlone), 'no other rail settles this lane'] as const,
  ].flatMap(([alike, consequence]) => {
    const engines = [...new Set(alike.flatMap(({ optIn }) => optIn))];
    return engines.length === 0
      ? []
      : [`${engines.join(', ')}: broadcast only with live: true; ${consequence}`];
  });
}

/** The record of that kind and id. Throws `UNKNOWN_RECORD`. */
export function readRecord({ store }: Pick<PrimitivePorts, 'store'>) {
  return async <K extends TickingKind>(
    kind: K,
    id: string,
  ): Promise<Extract<TickingPrimitive, { kind: K }>> => {
    const record = await store.reads.primitives.primitive(id);
    if (record === null || record.kind !== kind) throw unknownRecord(kind);
    return record as Extract<TickingPrimitive, { kind: K }>; // CAST: the kind was just compared.
  };
}

/**
 * Cancels for good; a second time changes nothing. Throws `UNKNOWN_RECORD`, and `ALREADY_ENDED`
 * once the record has completed, fired or failed.
 */
export function cancelRecord(ports: Pick<PrimitivePorts, 'store' | 'clock'>) {
  return (kind: TickingKind, id: string): Promise<TickingPrimitive> =>
    moveRecord(ports, 'cancel-record', id, (record) => {
      if (record === null || record.kind !== kind) throw unknownRecord(kind);
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

function unknownRecord(kind: TickingKind): RelayError {
  return new RelayError('UNKNOWN_RECORD', {}, `no ${kind} has this id`);
}

/** A worker's note, a DELETE and another lease can each come between once. */
const mostTries = 5;

/**
 * Reads the record and changes it in one unit, again where another writer came between. `change`
 * returns the fields to set, or null for none. Resolves to the state that holds then.
 */
export async function moveRecord(
  ports: Pick<PrimitivePorts, 'store' | 'clock'>,
  name: string,
  id: string,
  change: (record: TickingPrimitive | null) => Partial<Schedule> | Partial<Conditional> | null,
): Promise<TickingPrimitive> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ports.store.run(name, async (tx) => {
        const record = ticking(await tx.primitives.primitive(id));
        const changed = change(record);
        if (record === null) throw new Error(`there is no record to ${name}`);
        return changed === null
          ? record
          : tx.primitives.movePrimitive(record, changed, ports.clock.now());
      });
    } catch (error) {
      if (!(error instanceof StalePrimitive) || tries === mostTries) throw error;
    }
  }
}

function ticking(record: Primitive | null): TickingPrimitive | null {
  return record === null || record.kind === 'batch' ? null : record;
}
