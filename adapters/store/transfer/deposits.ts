import {
  type Deposit,
  type DepositChange,
  StaleRoute,
  type TransferReads,
  type TransferWrites,
  type WaitingDeposits,
} from '@interline/core/transfer';
import { asUnits } from '@interline/kernel';
import type { Db } from '../engine/db.ts';

type DepositReads = Pick<
  TransferReads,
  'deposit' | 'waitingDeposits' | 'depositsFrom' | 'bookedOutputs'
>;
type DepositWrites = Pick<TransferWrites, 'insertDeposit' | 'moveDeposit'>;

export function depositReads(db: Db): DepositReads {
  return {
    deposit: (routeId) => db.first('deposit', 'WHERE route_id = :routeId', { routeId }),

    async waitingDeposits(chain, client, now) {
      const all = await db.select(
        'deposit',
        "WHERE chain = :chain AND state IN ('unpaid', 'seen')",
        {
          chain,
        },
      );
      const own = all.filter((one) => one.client === client);
      return { all: waitingAmong(all, now), ofClient: waitingAmong(own, now) };
    },

    depositsFrom: (chain, afterIndex, limit) =>
      db.select(
        'deposit',
        'WHERE chain = :chain AND address_index > :afterIndex ORDER BY address_index LIMIT :limit',
        { chain, afterIndex, limit },
      ),

    async bookedOutputs(chain) {
      const paid = await db.select(
        'deposit',
        "WHERE chain = :chain AND state <> 'unpaid' ORDER BY address_index",
        { chain },
      );
      return paid.flatMap(({ index, outputs }) =>
        outputs.flatMap(({ tx, output, blockHash }) =>
          blockHash === null ? [] : [{ index, tx, output }],
        ),
      );
    },
  };
}

type Now = Parameters<DepositReads['waitingDeposits']>[2];

function waitingAmong(
  deposits: readonly Deposit[],
  { nowMs, minedWithinMs }: Now,
): WaitingDeposits {
  const waiting = deposits.filter(({ price }) => price === null);
  // What was seen in time, and is gone, may be there again.
  const locked = waiting.filter(
    ({ lockedUntilMs, outputs }) =>
      lockedUntilMs + (outputs.length > 0 ? minedWithinMs : 0) > nowMs,
  );
  return {
    unpaid: waiting.length,
    locked: asUnits(locked.reduce((sum, { agreed }) => sum + agreed, 0n)),
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
