import { isRelayError, storeFaults } from '@interline/kernel';
import { outcomeOf, runRequest } from './carry-out.ts';
import type { PrimitiveCaller, PrimitivePorts } from './primitive-ports.ts';
import { optInWarnings } from './record.ts';
import type { Batch, PrimitiveTerms, RunOutcome } from './primitive.ts';

export interface BatchRequest {
  readonly legs: readonly PrimitiveTerms[];
  readonly live: boolean;
}

/** Every leg asks every rail, so few legs are planned at one time. */
const legsAtOnce = 4;

/** Prices every leg as a rehearsal and stores the result. A batch never moves anything. */
export function planBatch(ports: PrimitivePorts) {
  return async (
    { legs, live }: BatchRequest,
    caller: PrimitiveCaller,
    signal: AbortSignal,
  ): Promise<Batch> => {
    const planned: Batch['legs'][number][] = [];
    for (let at = 0; at < legs.length; at += legsAtOnce) {
      planned.push(
        ...(await Promise.all(
          legs.slice(at, at + legsAtOnce).map(async (terms) => ({
            terms,
            outcome: await legOutcome(ports, { terms, live }, caller, signal),
          })),
        )),
      );
    }
    const nowMs = ports.clock.now();
    const batch: Batch = {
      id: `batch_${ports.entropy.hex(16)}`,
      version: 0,
      kind: 'batch',
      status: 'planned',
      legs: planned,
      live,
      isOperators: caller.isOperator,
      client: caller.client,
      warnings: [...warningsOf(planned, live), ...optInWarnings(ports, legs, live)],
      createdAtMs: nowMs,
      updatedAtMs: nowMs,
    };
    await ports.store.run('plan-batch', (tx) => tx.primitives.insertPrimitive(batch));
    return batch;
  };
}

/**
 * A leg that cannot be settled now is stored with the reason; only a fault of the store refuses the
 * batch.
 */
async function legOutcome(
  ports: PrimitivePorts,
  { terms, live }: { readonly terms: PrimitiveTerms; readonly live: boolean },
  { client, askedBy = [client] }: PrimitiveCaller,
  signal: AbortSignal,
): Promise<RunOutcome> {
  try {
    return await outcomeOf(
      ports.executeRoute,
      runRequest({ terms, live, isLive: false, isOperator: false, client, askedBy, key: '' }),
      signal,
    );
  } catch (error) {
    if (!isRelayError(error) || storeFaults.includes(error.code)) throw error;
    return { kind: 'refused', code: error.code, reason: error.message };
  }
}

function warningsOf(legs: Batch['legs'], live: boolean): readonly string[] {
  return [
    ...(live
      ? [
          'live: true is kept, but a batch is only planned and stored; send each leg to /api/route/execute to move it',
        ]
      : []),
    ...legs.flatMap(({ outcome }, index) =>
      outcome.kind === 'refused' ? [`routes.${index} cannot be settled now: ${outcome.code}`] : [],
    ),
  ];
}
