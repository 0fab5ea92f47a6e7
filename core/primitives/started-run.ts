import type { PrimitivePorts } from './primitive-ports.ts';
import type { RunOutcome } from './primitive.ts';

/**
 * What a run is known by, so that it is accepted once however often it is tried. No client can name
 * its own requests so.
 */
export function runName(recordId: string, tick: number): string {
  return `run:${recordId}:${tick}`;
}

/**
 * The route that an earlier try of this run started and did not live to note; null where there is
 * none.
 */
export async function startedRun(
  { store }: Pick<PrimitivePorts, 'store'>,
  recordId: string,
  tick: number,
): Promise<RunOutcome | null> {
  const kept = await store.reads.idempotency.idempotent(runName(recordId, tick));
  const route = kept === null ? null : await store.reads.transfers.route(kept.routeId);
  return route === null ? null : { kind: 'started', routeId: route.id, rail: route.rail };
}
