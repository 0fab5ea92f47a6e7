import { isRelayError } from '@interline/kernel';
import { outcomeOf } from './outcome-of.ts';
import type { PrimitivePorts } from './primitive-ports.ts';
import type { PrimitiveRun, RunOutcome } from './primitive.ts';
import { type LeasedTick, TickLost } from './repository.ts';
import { runRequest } from './run-request.ts';
import { runName, startedRun } from './started-run.ts';

/** Tries of a run that meets faults of ours; then it counts as refused. */
const mostAttempts = 3;

/**
 * Rehearses the transfer, or starts it where both the watcher and the record are live. A live run
 * is named after its tick: done again after a crash, it finds the route it started, also where
 * nothing would be started any more. Throws `TickLost`, and faults while another try is left. A
 * store that is silent has not said that nothing was started, so that is never a refusal.
 */
export async function carryOut(
  ports: PrimitivePorts,
  { record, attempts }: LeasedTick,
  due: Pick<PrimitiveRun, 'tick' | 'dueAtMs'>,
  signal: AbortSignal,
): Promise<PrimitiveRun> {
  const earlier = record.live ? await startedRun(ports, record.id, due.tick) : null;
  if (earlier !== null)
    return { ...due, atMs: ports.clock.now(), isSimulated: false, outcome: earlier };
  const isLive = ports.policy.isLive && record.live;
  const request = runRequest({
    terms: record.terms,
    isLive,
    isOperator: hasAuthority(ports, record),
    client: record.client,
    key: runName(record.id, due.tick),
    tick: { recordId: record.id, fence: record.fence },
  });
  const outcome = await outcomeOf(ports.executeRoute, request, signal).catch(
    (error: unknown): RunOutcome => {
      if (attempts < mostAttempts || ports.stop.aborted || isLeftOpen(error)) throw error;
      return isRelayError(error)
        ? { kind: 'refused', code: error.code, reason: error.message }
        : { kind: 'refused', code: 'INTERNAL', reason: 'the service failed on its side' };
    },
  );
  return { ...due, atMs: ports.clock.now(), isSimulated: !isLive, outcome };
}

/** A record made with a credential that was replaced since has the authority of anyone. */
function hasAuthority(
  { policy }: PrimitivePorts,
  { isOperators, authority }: LeasedTick['record'],
): boolean {
  return isOperators && authority === policy.operatorMark;
}

function isLeftOpen(error: unknown): boolean {
  return error instanceof TickLost || (isRelayError(error) && error.code === 'STORE_DOWN');
}
