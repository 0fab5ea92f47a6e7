import type {
  Batch,
  Conditional,
  Primitive,
  RunOutcome,
  Schedule,
} from '@interline/core/primitives';
import { column } from '../engine/column.ts';
import { withTodaysCode } from '../renamed-codes.ts';
import { EntitySchema } from 'typeorm';

type Indexed = 'id' | 'kind' | 'version' | 'status' | 'client' | 'createdAtMs' | 'updatedAtMs';
type Ticking = 'nextRunAtMs' | 'fence';

export interface PrimitiveRow extends Pick<Primitive, Indexed> {
  /** Null for a batch, and for a record that has ended. */
  readonly nextRunAtMs: number | null;
  readonly fence: number;
  /** Leases of the current tick. */
  readonly attempts: number;
  readonly leasedUntilMs: number;
  /** Fields that only one kind has, and that no statement queries. */
  readonly facts:
    Omit<Batch, Indexed> | Omit<Schedule, Indexed | Ticking> | Omit<Conditional, Indexed | Ticking>;
}

const primitiveEntity = new EntitySchema<PrimitiveRow>({
  name: 'primitive',
  columns: {
    id: column.text('id', { primary: true }),
    kind: column.text('kind'),
    version: column.whole('version'),
    status: column.text('status'),
    client: column.text('client'),
    createdAtMs: column.whole('created_at_ms'),
    updatedAtMs: column.whole('updated_at_ms'),
    nextRunAtMs: column.whole('next_run_at_ms', { nullable: true }),
    fence: column.whole('fence'),
    attempts: column.whole('attempts'),
    leasedUntilMs: column.whole('leased_until_ms'),
    facts: column.json('facts'),
  },
  indices: [
    { name: 'primitive_due', columns: ['nextRunAtMs'] },
    { name: 'primitive_client', columns: ['client', 'nextRunAtMs'] },
  ],
});

/** A row without a lease: writing a record ends its lease. */
export function primitiveRow({
  id,
  kind,
  version,
  status,
  client,
  createdAtMs,
  updatedAtMs,
  ...rest
}: Primitive): PrimitiveRow {
  const {
    nextRunAtMs = null,
    fence = 0,
    ...facts
  }: typeof rest & { nextRunAtMs?: number | null; fence?: number } = rest;
  return {
    id,
    kind,
    version,
    status,
    client,
    createdAtMs,
    updatedAtMs,
    nextRunAtMs,
    fence,
    attempts: 0,
    leasedUntilMs: 0,
    facts,
  };
}

export function primitiveOf({
  attempts: _attempts,
  leasedUntilMs: _until,
  facts,
  nextRunAtMs,
  fence,
  ...rest
}: PrimitiveRow): Primitive {
  // CAST: facts and kind were written together.
  return {
    ...rest,
    ...('legs' in facts
      ? { ...facts, legs: facts.legs.map(withTodaysOutcome) }
      : { ...facts, runs: facts.runs.map(withTodaysOutcome), nextRunAtMs, fence }),
  } as Primitive;
}

function withTodaysOutcome<T extends { readonly outcome: RunOutcome }>(made: T): T {
  const { outcome } = made;
  return outcome.kind === 'refused' ? { ...made, outcome: withTodaysCode(outcome) } : made;
}

export const primitiveTables = {
  primitive: primitiveEntity,
};
