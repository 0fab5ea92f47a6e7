import { carryOut } from './carry-out.ts';
import { type PriceSample, watchPrice } from './condition.ts';
import { moveRecord } from './move-record.ts';
import type { PrimitivePorts } from './primitive-ports.ts';
import { type Conditional, type PrimitiveRun, withRun } from './primitive.ts';
import type { LeasedTick } from './repository.ts';
import { startedRun } from './started-run.ts';

/** As far as two samples must lie apart at least. */
const lookAgainMs = 10_000;

/** Looks whether the condition has come true, and runs the transfer once if so. */
export async function runConditional(
  ports: PrimitivePorts,
  tick: LeasedTick,
  { when, sample, nextRunAtMs }: Conditional,
  signal: AbortSignal,
): Promise<void> {
  const watched =
    when.type === 'timeAfter'
      ? { isMet: true, sample: null }
      : watchPrice(when, sample, await ports.price.priceOf(when.token, signal));
  // A run that was started and never noted has fired, wherever the price went since.
  if (!watched.isMet && !(await hasStarted(ports, tick)))
    return waitOn(ports, tick, watched.sample);
  const nowMs = ports.clock.now();
  const run = await carryOut(
    ports,
    tick,
    { tick: 0, dueAtMs: when.type === 'timeAfter' ? (nextRunAtMs ?? nowMs) : nowMs },
    signal,
  );
  await moveRecord(ports, 'note-tick', tick.record.id, (record) =>
    record?.kind === 'conditional' && record.fence === tick.record.fence
      ? afterRun(record, run)
      : null,
  );
}

async function hasStarted(
  ports: PrimitivePorts,
  { record: { id, live } }: LeasedTick,
): Promise<boolean> {
  return live && (await startedRun(ports, id, 0)) !== null;
}

function afterRun(record: Conditional, run: PrimitiveRun): Partial<Conditional> {
  const runs = withRun(record.runs, run);
  // It was cancelled while the run was under way.
  if (record.status !== 'armed') return { runs };
  return run.outcome.kind === 'refused'
    ? {
        runs,
        status: 'failed',
        nextRunAtMs: null,
        reason: 'the condition came true, and its run was refused',
      }
    : { runs, status: 'fired', nextRunAtMs: null };
}

/**
 * Keeps the sample and looks again when the lease ends. The record itself is always due: a next
 * look by the clock would be far away once that is set back, while a lease that long is taken for
 * what it is.
 */
async function waitOn(
  { store, clock }: PrimitivePorts,
  tick: LeasedTick,
  sample: PriceSample | null,
): Promise<void> {
  await store.run('note-look', async (tx) => {
    const record = await tx.primitives.primitive(tick.record.id);
    if (
      record?.kind !== 'conditional' ||
      record.status !== 'armed' ||
      record.fence !== tick.record.fence
    )
      return;
    const nowMs = clock.now();
    await tx.primitives.movePrimitive(record, { sample }, nowMs);
    await tx.primitives.postponeTick(tick, nowMs + lookAgainMs);
  });
}
