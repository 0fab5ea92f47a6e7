import type { AccountRecord } from '@interline/core/transactions';
import { column } from '../engine/column.ts';
import { EntitySchema } from 'typeorm';

export const accountEntity = new EntitySchema<AccountRecord>({
  name: 'nonce_lane',
  columns: {
    chain: column.text('chain', { primary: true }),
    account: column.text('account', { primary: true }),
    nextNonce: column.whole('next_nonce'),
    lastMined: column.whole('last_mined'),
    stopped: column.longText('stopped', { nullable: true }),
  },
});
