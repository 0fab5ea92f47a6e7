import type { ApiKey, KeyedRequest } from '@interline/core/api-keys';
import { column } from '../engine/column.ts';
import { EntitySchema } from 'typeorm';

export interface ApiKeyRow extends ApiKey {
  /** The newest first. */
  readonly recent: readonly KeyedRequest[];
}

export const apiKeyEntity = new EntitySchema<ApiKeyRow>({
  name: 'api_key',
  columns: {
    hash: column.text('hash', { primary: true }),
    label: column.text('label'),
    createdAtMs: column.whole('created_at_ms'),
    recent: column.json('recent'),
  },
});
