import {
  type Deposit,
  type DepositChange,
  StaleRoute,
  type TransferReads,
  type TransferWrites,
} from '@interline/core/transfer';
import { EntitySchema } from 'typeorm';
import { column } from '../engine/column.ts';
import type { Db } from '../engine/db.ts';

export const depositEntity = new EntitySchema<Deposit>({
  name: 'deposit',
  columns: {
    routeId: column.text('route_id', { primary: true }),
    version: column.whole('version'),
    chain: column.text('chain'),
    index: column.whole('address_index'),
    address: column.text('address'),
    agreed: column.units('agreed'),
    client: column.text('client'),
    confirmations: column.whole('confirmations'),
    lockedUntilMs: column.whole('locked_until_ms'),
    expiresAtMs: column.whole('expires_at_ms'),
    refundAddress: column.text('refund_address', { nullable: true }),
    claimHash: column.text('claim_hash'),
    state: column.text('state'),
    price: column.text('price', { nullable: true }),
    credited: column.units('credited', { nullable: true }),
    terms: column.json('terms'),
    isLost: column.flag('is_lost'),
    outputs: column.json('outputs'),
    refunds: column.json('refunds'),
    createdAtMs: column.whole('created_at_ms'),
  },
  indices: [
    { name: 'deposit_index', columns: ['chain', 'index'], unique: true },
    { name: 'deposit_unpaid', columns: ['chain', 'state', 'client'] },
  ],
});

type DepositReads = Pick<
  TransferReads,
  'deposit' | 'nextDepositIndex' | 'unpaidDeposits' | 'depositsFrom'
>;
type DepositWrites = Pick<TransferWrites, 'insertDeposit' | 'moveDeposit'>;

export function depositReads(db: Db): DepositReads {
  return {
    deposit: (routeId) => db.first('deposit', 'WHERE route_id = :routeId', { routeId }),

    async nextDepositIndex(chain) {
      const { rows } = await db.run(
        'SELECT max(address_index) AS last FROM deposit WHERE chain = :chain',
        { chain },
      );
      return Number(rows[0]?.last ?? -1) + 1;
    },

    async unpaidDeposits(chain, client) {
      const { rows } = await db.run(
        `SELECT count(*) AS total, sum(CASE WHEN client = :client THEN 1 ELSE 0 END) AS own
         FROM deposit WHERE chain = :chain AND state = 'unpaid'`,
        { chain, client },
      );
      return { all: Number(rows[0]?.total ?? 0), ofClient: Number(rows[0]?.own ?? 0) };
    },

    depositsFrom: (chain, afterIndex, limit) =>
      db.select(
        'deposit',
        'WHERE chain = :chain AND address_index > :afterIndex ORDER BY address_index LIMIT :limit',
        { chain, afterIndex, limit },
      ),
  };
}

export function depositWrites(db: Db): DepositWrites {
  return {
    async insertDeposit(deposit) {
      const written = await db.insert(
        'deposit',
        deposit,
        'ON CONFLICT (chain, address_index) DO NOTHING',
      );
      return written === 1;
    },

    async moveDeposit(deposit: Deposit, change: DepositChange) {
      const moved = { ...change, version: deposit.version + 1 };
      const written = await db.update(
        'deposit',
        moved,
        'route_id = :routeId AND version = :version',
        { routeId: deposit.routeId, version: deposit.version },
      );
      if (written !== 1)
        throw new StaleRoute(
          `the deposit of ${deposit.routeId} is no longer at version ${deposit.version}`,
        );
      return { ...deposit, ...moved };
    },
  };
}
