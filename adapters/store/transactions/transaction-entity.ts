import type { Transaction } from '@interline/kernel';
import { column } from '../engine/column.ts';
import { EntitySchema } from 'typeorm';

export interface TransactionRow extends Transaction {
  /** Chain, token and owner of the permit a pull redeems, and its units; null for other transactions. */
  readonly pullKey: string | null;
  readonly pullUnits: bigint | null;
}

export const transactionEntity = new EntitySchema<TransactionRow>({
  name: 'effect',
  columns: {
    id: column.text('id', { primary: true }),
    routeId: column.text('route_id'),
    step: column.whole('step'),
    purpose: column.text('purpose'),
    chain: column.text('chain'),
    role: column.text('role'),
    account: column.text('account'),
    nonce: column.whole('nonce'),
    state: column.text('state'),
    expects: column.json('expects', { nullable: true }),
    minedHash: column.text('mined_hash', { nullable: true }),
    minedBlock: column.whole('mined_block', { nullable: true }),
    reorgs: column.whole('reorgs', { default: 0 }),
    isFinal: column.flag('is_final'),
    createdAtMs: column.whole('created_at_ms'),
    batch: column.json('batch', { nullable: true }),
    pullKey: column.text('pull_key', { nullable: true }),
    pullUnits: column.units('pull_units', { nullable: true }),
  },
  indices: [
    {
      name: 'effect_nonce',
      columns: ['chain', 'account', 'nonce'],
      unique: true,
      where: 'batch IS NULL',
    },
    { name: 'effect_unplaced', columns: ['chain', 'account'], where: 'nonce < 0' },
    { name: 'effect_route', columns: ['routeId'] },
    { name: 'effect_watched', columns: ['isFinal', 'state'] },
    { name: 'effect_pull', columns: ['pullKey', 'state'], where: 'pull_key IS NOT NULL' },
  ],
});
