import type { KeptOrder } from '@interline/core/transfer';
import { column } from '../engine/column.ts';
import { EntitySchema } from 'typeorm';

export const keptOrderEntity = new EntitySchema<KeptOrder>({
  name: 'intent',
  columns: {
    digest: column.text('digest', { primary: true }),
    payer: column.text('payer', { primary: true }),
    order: column.json('terms'),
    quote: column.json('quote'),
    railPackage: column.text('rail_package'),
    expiresAtMs: column.whole('expires_at_ms'),
  },
});
