import { RelayError } from '@interline/kernel';
import { checkOrder } from '../transfer/index.ts';
import type { PrimitiveCaller, PrimitivePorts } from './primitive-ports.ts';
import type { PrimitiveTerms, TickingPrimitive } from './primitive.ts';
import { runRequest } from './run-request.ts';

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
