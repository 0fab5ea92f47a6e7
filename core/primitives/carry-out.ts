import {
  type Askers,
  type ErrorCode,
  errorEntry,
  isRelayError,
  storeFaults,
} from '@interline/kernel';
import type { ExecuteRequest, ExecuteRoute, TickLease } from '../transfer/index.ts';
import type { PrimitivePorts } from './primitive-ports.ts';
import type { PrimitiveRun, PrimitiveTerms, RunOutcome } from './primitive.ts';
import { type LeasedTick, TickLost } from './repository.ts';

/** Tries of a run that meets faults of ours; after the last one the run counts as refused. */
const mostAttempts = 3;

/**
 * Rehearses the transfer, or starts it where both the watcher and the record are live. A live run
 * is named after its tick, so a run that is repeated after a crash finds the route it started, even
 * where nothing would be started any more. Throws `TickLost`, and faults while another try is left.
 * A fault of the store is never noted as a refusal: an earlier unit may have started the route.
 * Nor is `PAUSED`: the run waits until the operator resumes.
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
    live: record.live,
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

/** The run's idempotency key. No client can give its own requests such a key. */
function runName(recordId: string, tick: number): string {
  return `run:${recordId}:${tick}`;
}

/** A record that was made with a credential that has been replaced has no operator's authority. */
function hasAuthority(
  { policy }: PrimitivePorts,
  { isOperators, authority }: LeasedTick['record'],
): boolean {
  const marks = Object.values(policy.operatorMarks ?? {});
  return isOperators && (authority === undefined ? marks.length === 0 : marks.includes(authority));
}

const leftOpen: readonly ErrorCode[] = [...storeFaults, 'PAUSED'];

function isLeftOpen(error: unknown): boolean {
  return error instanceof TickLost || (isRelayError(error) && leftOpen.includes(error.code));
}

interface Run {
  readonly terms: PrimitiveTerms;
  /** What the record says: a rehearsal is then priced by the rails that a live run would take. */
  readonly live: boolean;
  readonly isLive: boolean;
  readonly isOperator: boolean;
  readonly client: string;
  readonly askedBy?: Askers;
  /** The idempotency key of a live run: it is accepted once, however often it is tried. */
  readonly key: string;
  readonly tick?: TickLease;
}

/** The run as an execute request. It moves the operator's funds, since a record holds no permit. */
export function runRequest({
  terms,
  live,
  isLive,
  isOperator,
  client,
  askedBy,
  key,
  tick,
}: Run): ExecuteRequest {
  return {
    quote: terms.quote,
    mode: 'self',
    permit: null,
    claimedSpender: null,
    allowance: null,
    minOut: null,
    live: live ? true : null,
    dryRun: !isLive,
    allowBurnAddress: false,
    excludeRails: terms.excludeRails,
    onlyEnforced: false,
    sandbox: null,
    isOperator,
    client,
    ...(askedBy === undefined ? {} : { askedBy }),
    idempotency: isLive ? { key, bodyHash: key } : null,
    ...(isLive && tick !== undefined ? { tick } : {}),
  };
}

/** Executes a request. Throws faults of ours (500 and above), which another try may mend. */
export async function outcomeOf(
  executeRoute: ExecuteRoute,
  request: ExecuteRequest,
  signal: AbortSignal,
): Promise<RunOutcome> {
  try {
    const execution = await executeRoute(request, signal);
    if (execution.kind === 'route')
      return { kind: 'started', routeId: execution.route.id, rail: execution.route.rail };
    const [best] = execution.rankedOffers;
    if (best === undefined) {
      // A record's live run does not wait for our float: it has a next one.
      const unfunded = execution.refusals.find(({ needs }) => needs !== undefined);
      const { code, reason } = unfunded ?? { code: 'NO_ROUTE', reason: execution.note };
      return { kind: 'refused', code, reason };
    }
    const { rail, bridge, output, minOutput, fee, durationSec } = best.quote;
    return { kind: 'priced', rail, bridge, output, minOutput, fee, etaSec: durationSec };
  } catch (error) {
    if (!isRelayError(error) || errorEntry(error.code).http >= 500) throw error;
    return { kind: 'refused', code: error.code, reason: error.message };
  }
}
