import type { LiveInstance, NewJob } from '@interline/ports';
import { EntitySchema } from 'typeorm';
import { column } from '../store/engine/column.ts';

/** An open job; a completed one has no row. */
export interface JobRow extends NewJob {
  readonly id: string;
  readonly attempts: number;
  readonly fence: number;
  /** The worker that holds the lease, or null; a lease is over once `leasedUntilMs` is reached. */
  readonly worker: string | null;
  readonly leasedUntilMs: number;
  /**
   * Set when the job was enqueued again while a worker held it: it then runs again instead of
   * ending.
   */
  readonly againAtMs: number | null;
}

const jobEntity = new EntitySchema<JobRow>({
  name: 'job',
  columns: {
    id: column.text('id', { primary: true }),
    kind: column.text('kind'),
    subject: column.text('subject'),
    runAtMs: column.whole('run_at_ms'),
    attempts: column.whole('attempts'),
    fence: column.whole('fence'),
    worker: column.text('worker', { nullable: true }),
    leasedUntilMs: column.whole('leased_until_ms'),
    againAtMs: column.whole('again_at_ms', { nullable: true }),
  },
  indices: [
    { name: 'job_subject', columns: ['kind', 'subject'], unique: true },
    { name: 'job_due', columns: ['runAtMs'] },
  ],
});

/**
 * The worker that has a duty, which only one process does at a time. Its lease is over once
 * `leasedUntilMs` is reached.
 */
export interface DutyRow {
  readonly duty: string;
  readonly worker: string;
  /** Rises whenever the duty changes hands. */
  readonly fence: number;
  readonly leasedUntilMs: number;
}

const dutyEntity = new EntitySchema<DutyRow>({
  name: 'duty',
  columns: {
    duty: column.text('duty', { primary: true }),
    worker: column.text('worker'),
    fence: column.whole('fence'),
    leasedUntilMs: column.whole('leased_until_ms'),
  },
});

/** A process that has the store open. Its lease is over once `leasedUntilMs` is reached. */
export interface InstanceRow extends LiveInstance {
  readonly leasedUntilMs: number;
}

const instanceEntity = new EntitySchema<InstanceRow>({
  name: 'instance',
  columns: {
    id: column.text('id', { primary: true }),
    role: column.text('role'),
    version: column.text('version'),
    accounts: column.json('accounts'),
    parts: column.json('parts'),
    sinceMs: column.whole('since_ms'),
    leasedUntilMs: column.whole('leased_until_ms'),
  },
});

export const jobTables = {
  job: jobEntity,
  duty: dutyEntity,
  instance: instanceEntity,
};
