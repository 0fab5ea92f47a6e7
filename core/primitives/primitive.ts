import type { ErrorCode, Price, QuoteRequest, TokenRef, Units } from '@interline/kernel';

/**
 * The transfer of a record's runs. It holds no permit, since a permit covers one transfer and
 * expires within a day.
 */
export interface PrimitiveTerms {
  readonly quote: QuoteRequest & { readonly recipient: string };
  readonly excludeRails: readonly string[];
}

/** The outcome of a rehearsal or a live run. */
export type RunOutcome =
  | {
      readonly kind: 'priced';
      readonly rail: string;
      readonly bridge: string;
      readonly output: Units;
      readonly minOutput: Units;
      readonly fee: Units;
      readonly etaSec: number;
    }
  | { readonly kind: 'started'; readonly routeId: string; readonly rail: string }
  | { readonly kind: 'refused'; readonly code: ErrorCode; readonly reason: string };

export interface PrimitiveRun {
  /** Its place in the record, from 0. */
  readonly tick: number;
  /** When it was due, and when it ended. */
  readonly dueAtMs: number;
  readonly atMs: number;
  readonly isSimulated: boolean;
  readonly outcome: RunOutcome;
}

interface PrimitiveFacts {
  readonly id: string;
  readonly version: number;
  /** What the client asked for; a run is live only where the watcher is live too. */
  readonly live: boolean;
  /** Created with the operator's credential; only then may a live run move the operator's funds. */
  readonly isOperators: boolean;
  /** A digest of that credential. */
  readonly authority?: string;
  /** A pseudonym of the client's address. */
  readonly client: string;
  readonly warnings: readonly string[];
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

export interface Batch extends PrimitiveFacts {
  readonly kind: 'batch';
  readonly status: BatchStatus;
  readonly legs: readonly { readonly terms: PrimitiveTerms; readonly outcome: RunOutcome }[];
}

/**
 * What schedules and conditionals share: a worker leases a due record, runs it, and moves it to its
 * next time.
 */
interface Ticking extends PrimitiveFacts {
  readonly terms: PrimitiveTerms;
  /** When a worker looks at it next; null once it has ended. */
  readonly nextRunAtMs: number | null;
  /** Rises with every lease; a worker with an older fence has lost the tick. */
  readonly fence: number;
  readonly runs: readonly PrimitiveRun[];
  /** Why it failed; null otherwise. */
  readonly reason: string | null;
}

/** A schedule's own times, whatever the clock did meanwhile: `startAtMs + n * everyMs`. */
export interface ScheduleGrid {
  readonly startAtMs: number;
  /** Null for one tick. */
  readonly everyMs: number | null;
  /** Null for no end. */
  readonly count: number | null;
}

export interface Schedule extends Ticking {
  readonly kind: 'schedule';
  readonly status: ScheduleStatus;
  readonly grid: ScheduleGrid;
  /** Ticks that have ended; the next tick has this number. */
  readonly ticks: number;
  /** How many of them were refused. */
  readonly refused: number;
}

/** What a conditional waits for. `value` is what the client wrote. */
export type Condition =
  | {
      readonly type: 'priceAbove' | 'priceBelow';
      readonly asset: string;
      readonly value: string | number;
      readonly token: TokenRef;
      readonly microUsd: bigint;
    }
  | { readonly type: 'timeAfter'; readonly value: string | number; readonly atMs: number };

export type PriceCondition = Exclude<Condition, { type: 'timeAfter' }>;
export type PriceSample = Price;

export interface Conditional extends Ticking {
  readonly kind: 'conditional';
  readonly status: ConditionalStatus;
  readonly when: Condition;
  /** The first of the two prices that make a price condition true. */
  readonly sample: PriceSample | null;
}

export type TickingPrimitive = Schedule | Conditional;
export type Primitive = Batch | TickingPrimitive;

const mostRunsKept = 100;

/** The newest runs, this one included. */
export function withRun(runs: readonly PrimitiveRun[], run: PrimitiveRun): readonly PrimitiveRun[] {
  return [...runs, run].slice(-mostRunsKept);
}

export const scheduleStatuses = ['active', 'completed', 'cancelled', 'failed'] as const;
export const conditionalStatuses = ['armed', 'fired', 'cancelled', 'failed'] as const;

type BatchStatus = 'planned';
type ScheduleStatus = (typeof scheduleStatuses)[number];
type ConditionalStatus = (typeof conditionalStatuses)[number];
export type PrimitiveStatus = BatchStatus | ScheduleStatus | ConditionalStatus;

/**
 * Every move a record may make.
 * - planned: a batch is stored and never ticks
 * - active: a tick is still to come; armed: the condition has not come true
 * - completed: the last tick is over, and at least one went through; fired: the condition came true
 *   and its run went through
 * - failed: every run was refused, or more ticks were missed than are made up for
 * - cancelled: by DELETE; a run under way at that moment is still noted
 */
export const primitiveTransitions: Readonly<Record<PrimitiveStatus, readonly PrimitiveStatus[]>> = {
  planned: [],
  active: ['active', 'completed', 'cancelled', 'failed'],
  armed: ['armed', 'fired', 'cancelled', 'failed'],
  completed: [],
  fired: [],
  cancelled: ['cancelled'],
  failed: [],
};

export function mayBecome(from: PrimitiveStatus, to: PrimitiveStatus): boolean {
  return primitiveTransitions[from].includes(to);
}
