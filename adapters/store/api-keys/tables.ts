import type { ApiKey, KeyedRequest, KeyUse } from '@interline/core/api-keys';
import { column } from '../engine/column.ts';
import { EntitySchema } from 'typeorm';

export interface ApiKeyRow extends ApiKey {
  /** The newest first. */
  readonly recent: readonly KeyedRequest[];
}

const apiKeyEntity = new EntitySchema<ApiKeyRow>({
  name: 'api_key',
  columns: {
    hash: column.text('hash', { primary: true }),
    label: column.text('label'),
    createdAtMs: column.whole('created_at_ms'),
    endsAtMs: column.whole('ends_at_ms', { nullable: true }),
    recent: column.json('recent'),
  },
});

export interface KeyUseRow extends KeyUse {
  readonly hash: string;
}

const keyUseEntity = new EntitySchema<KeyUseRow>({
  name: 'key_use',
  columns: {
    hash: column.text('hash', { primary: true }),
    slotMs: column.whole('slot_ms', { primary: true }),
    path: column.text('path', { primary: true }),
    total: column.whole('total'),
    errors: column.whole('errors'),
  },
  indices: [{ name: 'key_use_age', columns: ['slotMs'] }],
});

export const apiKeyTables = {
  api_key: apiKeyEntity,
  key_use: keyUseEntity,
};
