import type { Price } from '@interline/kernel';
import { carryOut, startedRun } from './carry-out.ts';
import type { PrimitiveCaller, PrimitivePorts } from './primitive-ports.ts';
import {
  type Condition,
  type Conditional,
  type PriceCondition,
  type PriceSample,
  type PrimitiveRun,
  type PrimitiveTerms,
  withRun,
} from './primitive.ts';
import {
  admitRecord,
  authorityOf,
  checkTerms,
  liveWarnings,
  moveRecord,
  optInWarnings,
} from './record.ts';
import type { LeasedTick } from './repository.ts';

export interface ConditionalRequest {
  readonly terms: PrimitiveTerms;
  readonly live: boolean;
  readonly when: Condition;
}

/** A price is looked at whenever the lease allows, whatever the clock says. */
const alwaysDue = 0;

/**
 * Stores a conditional. One that waits for a time is looked at then, one that waits for a price at
 * once.
 */
export function createConditional(ports: PrimitivePorts) {
  return async (
    { terms, live, when }: ConditionalRequest,
    caller: PrimitiveCaller,
    signal: AbortSignal,
  ): Promise<Conditional> => {
    checkTerms(ports, terms);
    const warnings = [
      ...(await priceWarnings(ports, when, signal)),
      ...liveWarnings(ports.policy, terms, live, caller),
      ...optInWarnings(ports, [terms], live),
    ];
    const nowMs = ports.clock.now();
    const conditional: Conditional = {
      id: `cond_${ports.entropy.hex(16)}`,
      version: 0,
      kind: 'conditional',
      status: 'armed',
      terms,
      live,
      ...authorityOf(ports.policy, caller),
      client: caller.client,
      warnings,
      createdAtMs: nowMs,
      updatedAtMs: nowMs,
      when,
      sample: null,
      nextRunAtMs: when.type === 'timeAfter' ? when.atMs : alwaysDue,
      fence: 0,
      runs: [],
      reason: null,
    };
    await admitRecord(ports, conditional);
    return conditional;
  };
}

async function priceWarnings(
  { price }: PrimitivePorts,
  when: Condition,
  signal: AbortSignal,
): Promise<readonly string[]> {
  if (when.type === 'timeAfter' || (await price.priceOf(when.token, signal)) !== null) return [];
  return [
    `there is no fresh, undisputed price of ${when.asset} now; the condition cannot come true before there is one`,
  ];
}

/** The least time between two samples that confirm each other. */
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
  // A run that was started and not noted has fired, whatever the price did since.
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
  // Cancelled while the run was under way.
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
 * look at a clock time would be far away once the clock is set back, while a lease that is too long
 * is ignored.
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

/** Two prices confirm each other when they were observed at least, and at most, so far apart. */
const samplesApartMs = 10_000;
const samplesTogetherMs = 60_000;

/** `sample` is kept for the next look. */
type Watched = { readonly isMet: boolean; readonly sample: PriceSample | null };

/**
 * Looks once at a price condition, strictly above or below. It is met by two prices that were
 * observed 10 s to a minute apart. A price that is stale, disputed (null) or not beyond the value
 * undoes the first one.
 */
export function watchPrice(
  when: PriceCondition,
  first: PriceSample | null,
  price: Price | null,
): Watched {
  if (price === null || !isBeyond(when, price)) return { isMet: false, sample: null };
  const apartMs = first === null ? -1 : price.asOfMs - first.asOfMs;
  if (apartMs < 0 || apartMs > samplesTogetherMs) return { isMet: false, sample: price };
  return { isMet: apartMs >= samplesApartMs, sample: first };
}

function isBeyond({ type, microUsd }: PriceCondition, price: Price): boolean {
  return type === 'priceAbove' ? price.microUsd > microUsd : price.microUsd < microUsd;
}
