import type { SignedTransaction } from '@interline/kernel';
import { column } from '../engine/column.ts';
import { EntitySchema } from 'typeorm';

export const signedTransactionEntity = new EntitySchema<SignedTransaction>({
  name: 'envelope',
  columns: {
    hash: column.text('hash', { primary: true }),
    transactionId: column.text('effect_id'),
    chain: column.text('chain'),
    account: column.text('account'),
    nonce: column.whole('nonce'),
    raw: column.longText('raw', { nullable: true }),
    tx: column.json('tx'),
    committedAtMs: column.whole('committed_at_ms'),
  },
  foreignKeys: [
    {
      name: 'envelope_effect',
      target: 'effect',
      columnNames: ['transactionId'],
      referencedColumnNames: ['id'],
    },
  ],
  indices: [{ name: 'envelope_of_effect', columns: ['transactionId'] }],
});
