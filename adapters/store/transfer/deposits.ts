import {
  type Deposit,
  type DepositChange,
  expectedUntilMs,
  hasLock,
  type LockedDeposits,
  StaleRoute,
  type TransferReads,
  type TransferWrites,
} from '@interline/core/transfer';
import { asUnits, type ChainRef, isLaneClient, laneClient } from '@interline/kernel';
import type { Db } from '../engine/db.ts';
import type { SqlValues } from '../engine/statement.ts';
import { isSeen, isUnseen } from './tables.ts';
import { changedColumns, depositOf, depositRow } from './deposit-row.ts';

type DepositReads = Pick<
  TransferReads,
  | 'deposit'
  | 'isDepositAddress'
  | 'waitingDeposits'
  | 'depositsFrom'
  | 'shallowDeposits'
  | 'unminedDeposits'
  | 'bookedOutputs'
>;
type DepositWrites = Pick<TransferWrites, 'insertDeposit' | 'moveDeposit'>;

export function depositReads(db: Db): DepositReads {
  const select = async (where: string, values: SqlValues): Promise<readonly Deposit[]> =>
    (await db.select('deposit', where, values)).map(depositOf);
  const count = async (where: string, values: SqlValues): Promise<number> => {
    const { rows } = await db.run(`SELECT COUNT(*) AS n FROM deposit ${where}`, values);
    return Number(rows[0]?.['n'] ?? 0);
  };
  const seenOn = (chain: ChainRef): Promise<readonly Deposit[]> =>
    select(`WHERE chain = :chain AND ${isSeen} ORDER BY address_index`, { chain });
  return {
    async deposit(routeId) {
      const row = await db.first('deposit', 'WHERE route_id = :routeId', { routeId });
      return row === null ? null : depositOf(row);
    },

    isDepositAddress: async (chain, address) =>
      (await db.first('deposit', 'WHERE chain = :chain AND address = :address', {
        chain,
        address,
      })) !== null,

    async waitingDeposits(chain, client, now) {
      const unpaid = "WHERE chain = :chain AND state IN ('unpaid', 'seen') AND price IS NULL";
      const { nowMs } = now;
      const [all, ofClient, ofLane, waiting] = await Promise.all([
        count(unpaid, { chain }),
        count(`${unpaid} AND client = :client`, { chain, client }),
        // No other client's pseudonym matches this prefix: "_" matches any one letter.
        count(`${unpaid} AND client LIKE :lane`, { chain, lane: laneClient('%') }),
        // Past its time only what was seen may still have its lock.
        select(
          `WHERE chain = :chain AND (state IN ('unpaid', 'seen')
              AND (locked_until_ms > :nowMs OR created_at_ms > :expectedSince)
            OR state = 'seen' AND locked_until_ms > :latest)`,
          {
            chain,
            nowMs,
            expectedSince: nowMs - now.lockMs,
            latest: nowMs - now.minedWithinMs,
          },
        ),
      ]);
      const own = waiting.filter((one) => one.client === client);
      const lane = waiting.filter((one) => isLaneClient(one.client));
      return {
        all: { unpaid: all, ...lockedAmong(waiting, now) },
        ofClient: { unpaid: ofClient, ...lockedAmong(own, now) },
        ofLane: { unpaid: ofLane, ...lockedAmong(lane, now) },
      };
    },

    depositsFrom: (chain, afterIndex, limit, { nowMs, lockMs, turn: { from, below } }) =>
      select(
        `WHERE route_id IN (${seenFrom} UNION ALL ${expected} UNION ALL ${inTurn})
          AND address_index > :afterIndex ORDER BY address_index LIMIT :limit`,
        {
          chain,
          afterIndex,
          limit,
          nowMs,
          below,
          unlockedSince: nowMs - lockMs,
          turnFrom: Math.max(from, afterIndex + 1),
        },
      ),

    async shallowDeposits(chain, confirmations) {
      return (await seenOn(chain)).flatMap(({ routeId, client, outputs }) => {
        const units = minedUnits(outputs.filter((one) => one.confirmations < confirmations));
        return units === 0n ? [] : [{ routeId, client, units: asUnits(units) }];
      });
    },

    async unminedDeposits(chain) {
      const priced = await select(
        `WHERE chain = :chain AND ${isSeen} AND state = 'seen' AND price IS NOT NULL
          ORDER BY address_index`,
        { chain },
      );
      return priced
        .filter(({ agreed, outputs }) => minedUnits(outputs) < agreed)
        .map(({ routeId, client }) => ({ routeId, client }));
    },

    async bookedOutputs(chain) {
      return (await seenOn(chain)).flatMap(({ index, outputs }) =>
        outputs.flatMap(({ tx, output, blockHash }) =>
          blockHash === null ? [] : [{ index, tx, output }],
        ),
      );
    },
  };
}

// Each is found by its own index, so deposits without a payment and without a waiting client are
// not read.
const seenFrom = firstOf(`${isSeen} AND address_index > :afterIndex`, 'seen');
/** Of one without a lock the end of the lock is the time of issue. There are as many as may wait. */
const expected = `SELECT route_id FROM deposit WHERE chain = :chain AND ${isUnseen}
  AND locked_until_ms >= :unlockedSince
  AND (locked_until_ms >= :nowMs OR locked_until_ms = created_at_ms)`;
const inTurn = firstOf(
  `${isUnseen} AND address_index >= :turnFrom AND address_index < :below`,
  'in_turn',
);

function firstOf(where: string, name: string): string {
  return `SELECT route_id FROM (SELECT route_id FROM deposit WHERE chain = :chain AND ${where}
    ORDER BY address_index LIMIT :limit) AS ${name}`;
}

type Now = Parameters<DepositReads['waitingDeposits']>[2];

function lockedAmong(deposits: readonly Deposit[], now: Now): LockedDeposits {
  const { nowMs } = now;
  // What was seen in time may be left, or be gone and come again, until a block has it. Small parts
  // count for less than their units, so what looks paid may still lack a part.
  const locked = deposits.filter(
    (one) =>
      (one.price === null || one.price === 'locked') &&
      (one.lockedUntilMs > nowMs || mayStillHaveLock(one, now)) &&
      (one.price === null || minedUnits(one.outputs) < one.agreed || one.outputs.some(isWaiting)),
  );
  const running = deposits.filter((one) => one.price === null && expectedUntilMs(one, now) > nowMs);
  return {
    running: running.length,
    locked: asUnits(locked.reduce((sum, { agreed }) => sum + agreed, 0n)),
  };
}

/** After its time a lock holds only what was all seen in it. */
function mayStillHaveLock(deposit: Deposit, { nowMs, minedWithinMs }: Now): boolean {
  const { agreed, lockedUntilMs, outputs } = deposit;
  const inTime = outputs.filter(({ seenAtMs }) => seenAtMs <= lockedUntilMs);
  const seen = inTime.reduce((sum, { units }) => sum + units, 0n);
  return hasLock(deposit) && lockedUntilMs + minedWithinMs > nowMs && seen >= agreed;
}

function isWaiting({ block, isGone }: Deposit['outputs'][number]): boolean {
  return block === null && !isGone;
}

function minedUnits(outputs: Deposit['outputs']): bigint {
  return outputs.reduce((sum, { units, block }) => (block === null ? sum : sum + units), 0n);
}

export function depositWrites(db: Db, onChanged: (routeId: string) => void): DepositWrites {
  return {
    async insertDeposit(deposit) {
      const written = await db.insert(
        'deposit',
        depositRow(deposit),
        'ON CONFLICT (chain, address_index) DO NOTHING',
      );
      return written === 1;
    },

    async moveDeposit(deposit: Deposit, change: DepositChange) {
      const moved = { ...change, version: deposit.version + 1 };
      const written = await db.update(
        'deposit',
        changedColumns(moved),
        'route_id = :routeId AND version = :version',
        { routeId: deposit.routeId, version: deposit.version },
      );
      if (written !== 1)
        throw new StaleRoute(
          `the deposit of ${deposit.routeId} is no longer at version ${deposit.version}`,
        );
      onChanged(deposit.routeId);
      return { ...deposit, ...moved };
    },
  };
}
