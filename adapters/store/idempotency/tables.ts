import type { IdempotentAnswer, KeptAnswer } from '@interline/core/idempotency';
import { column } from '../engine/column.ts';
import { EntitySchema } from 'typeorm';

const idempotentEntity = new EntitySchema<IdempotentAnswer>({
  name: 'idempotent',
  columns: {
    key: { ...column.text('idempotency_key', { primary: true }), length: 512 },
    bodyHash: column.text('body_hash'),
    routeId: column.text('route_id'),
    atMs: column.whole('at_ms'),
  },
});

const keptAnswerEntity = new EntitySchema<KeptAnswer>({
  name: 'kept_answer',
  columns: {
    name: column.text('name', { primary: true }),
    bodyHash: column.text('body_hash'),
    answer: column.longText('answer', { nullable: true }),
    atMs: column.whole('at_ms'),
  },
  indices: [{ name: 'kept_answer_age', columns: ['atMs'] }],
});

export const idempotencyTables = {
  idempotent: idempotentEntity,
  kept_answer: keptAnswerEntity,
};
