import type { LaneCheckpoint } from '@interline/core/private-lane';
import { column } from '../engine/column.ts';
import { EntitySchema } from 'typeorm';

export interface LaneKeysRow {
  readonly seq: number;
  readonly document: string;
  readonly digest: string;
  /** Null once they were destroyed. */
  readonly sealed: string | null;
  readonly notBeforeMs: number;
  readonly notAfterMs: number;
}

const laneKeysEntity = new EntitySchema<LaneKeysRow>({
  name: 'lane_keys',
  columns: {
    seq: column.whole('seq', { primary: true }),
    document: column.longText('document'),
    digest: column.text('digest'),
    sealed: column.longText('sealed', { nullable: true }),
    notBeforeMs: column.whole('not_before_ms'),
    notAfterMs: column.whole('not_after_ms'),
  },
});

export interface LaneCheckpointRow extends LaneCheckpoint {
  /** 1: there is one. */
  readonly id: number;
}

const laneCheckpointEntity = new EntitySchema<LaneCheckpointRow>({
  name: 'lane_checkpoint',
  columns: {
    id: column.whole('id', { primary: true }),
    size: column.whole('size'),
    checkpoint: column.longText('checkpoint'),
    cosignedAtMs: column.whole('cosigned_at_ms'),
  },
});

export const laneTables = { lane_keys: laneKeysEntity, lane_checkpoint: laneCheckpointEntity };
