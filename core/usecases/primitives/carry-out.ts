import { isRelayError, type PrimitiveRun, type RunOutcome } from '@interline/domain';
import type { ClaimedTick } from '@interline/ports';
import { outcomeOf } from './outcome-of.ts';
import type { PrimitivePorts } from './primitive-ports.ts';
import { runRequest } from './run-request.ts';

/** Tries of a run that meets faults of ours; then it counts as refused. */
const mostAttempts = 3;

/**
 * Rehearses the transfer, or starts it where both the watcher and the record are live. A live run is named after its tick:
 * done again after a crash, it finds the route it started. Throws faults while another try is left.
 */
export async function carryOut(ports: PrimitivePorts, { record, attempts }: ClaimedTick, due: Pick<PrimitiveRun, 'tick' | 'dueAtMs'>, signal: AbortSignal): Promise<PrimitiveRun> {
  const isLive = ports.policy.isLive && record.live;
  const request = runRequest({ terms: record.terms, isLive, isOperator: record.isOperators, client: record.client, key: `run:${record.id}:${due.tick}` });
  const outcome = await outcomeOf(ports.executeRoute, request, signal).catch((error: unknown): RunOutcome => {
    if (attempts < mostAttempts || ports.stop.aborted) throw error;
    return isRelayError(error) ? { kind: 'refused', code: error.code, reason: error.message } : { kind: 'refused', code: 'INTERNAL', reason: 'the service failed on its side' };
  });
  return { ...due, atMs: ports.clock.now(), isSimulated: !isLive, outcome };
}
