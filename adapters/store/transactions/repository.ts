import {
  type OpenScope,
  StaleTransaction,
  type TransactionReads,
  type TransactionWrites,
} from '@interline/core/transactions';
import type { Route } from '@interline/core/transfer';
import type { Transaction } from '@interline/kernel';
import type { Db } from '../engine/db.ts';
import type { Dialect } from '../engine/dialect.ts';
import { inParts, listOf, type SqlValues } from '../engine/statement.ts';
import { budgetReads, budgetWrites, pruneBudgets } from './budgets.ts';
import { floatTargetReads, floatTargetWrites } from './float-targets.ts';
import { accountReads, accountWrites } from './accounts.ts';
import { gasUseReads } from './gas-use.ts';
import { openCostReads } from './open-costs.ts';
import { pendingPullReads } from './pending-pulls.ts';
import { pullKey } from './pull-key.ts';
import { reservationReads, reservationWrites } from './reservations.ts';
import { signedTransactionReads, signedTransactionWrites } from './signed-transactions.ts';
import { asSeen, rowsSeen } from './seen-as.ts';
import { pruneSlots, slotReads, slotWrites } from './slots.ts';
import {
  inNoLine,
  noPull,
  open,
  openOwn,
  ownerColumns,
  paidRoute,
  type PullColumns,
  transactionOf,
  unfinal,
} from './tables.ts';
import { transactionInArchive, transactionsInArchive } from '../transfer/archive.ts';
import { unmatchedReads, unmatchedWrites } from './unmatched.ts';
import { waitingLineReads, waitingLineWrites } from './waiting-line.ts';

type OwnReads = Pick<
  TransactionReads,
  | 'transaction'
  | 'transactionsOf'
  | 'openTransactions'
  | 'openPage'
  | 'unawaitedTransactions'
  | 'watchedTransactions'
  | 'unfinalBlocks'
  | 'unfinalIn'
  | 'routesPaidAtOnce'
  | 'openMulticall'
>;
type OwnWrites = Pick<
  TransactionWrites,
  | 'transactionsOf'
  | 'insertTransaction'
  | 'moveTransaction'
  | 'markTransactionsFinal'
  | 'markReverted'
  | 'placeTransaction'
>;

export function transactionReads(db: Db): TransactionReads {
  return {
    ...ownReads(db),
    ...pendingPullReads(db),
    ...gasUseReads(db),
    ...waitingLineReads(db),
    ...openCostReads(db),
    ...signedTransactionReads(db),
    ...accountReads(db),
    ...unmatchedReads(db),
    ...reservationReads(db),
    ...budgetReads(db),
    ...slotReads(db),
    ...floatTargetReads(db),
  };
}

/** What a route's pull is counted by. */
export type PulledRoute = Pick<Route, 'permit' | 'client'>;

/** `written`: the routes that the same unit has written so far. */
export function transactionWrites(
  db: Db,
  dialect: Dialect,
  written: ReadonlyMap<string, PulledRoute>,
): Omit<TransactionWrites, Exclude<keyof TransactionReads, 'transactionsOf'>> {
  return {
    ...ownWrites(db, written),
    ...waitingLineWrites(db, (transaction) => pullOf(db, written, transaction)),
    ...signedTransactionWrites(db),
    ...accountWrites(db),
    ...unmatchedWrites(db),
    ...reservationWrites(db),
    ...budgetWrites(db, dialect),
    ...slotWrites(db),
    ...floatTargetWrites(db),
  };
}

/** Deletes budgets and the records of slots that nothing depends on any more. */
export async function pruneTransactions(db: Db, nowMs: number): Promise<void> {
  await pruneBudgets(db, nowMs);
  await pruneSlots(db);
}

function ownReads(db: Db): OwnReads {
  return {
    async transactionsOf(owner) {
      const live = await liveTransactionsOf(db, owner);
      return live.length > 0 ? live : inCommitOrder(await transactionsInArchive(db, owner));
    },

    async transaction(id) {
      const row = await db.first('effect', 'WHERE id = :id', { id });
      if (row !== null) return transactionOf(row);
      return (await transactionInArchive(db, id))?.transaction ?? null;
    },

    async openMulticall(chain, account) {
      const row = await db.first(
        'effect',
        `WHERE chain = :chain AND account = :account AND ${open} AND purpose = 'batch'`,
        { chain, account },
      );
      return row === null ? null : transactionOf(row);
    },

    async openTransactions(which = {}) {
      const { text, values } = thoseOpen(which);
      const rows = await db.select('effect', `WHERE ${text} ${byPlace}`, values);
      return rows.map(transactionOf);
    },

    async openPage(chain, { age, after, limit }) {
      const rows = await db.select(
        'effect',
        // What the future holds was committed before the machine's clock was set back.
        `WHERE chain = :chain AND ${open} AND (created_at_ms <= :before OR created_at_ms > :nowMs)
          ${after === null ? '' : 'AND (account, slot, id) > (:account, :slot, :id)'}
          ORDER BY account, slot, id LIMIT :limit`,
        {
          chain,
          before: age.nowMs - age.leastMs,
          nowMs: age.nowMs,
          account: after?.account ?? '',
          slot: after?.slot ?? 0,
          id: after?.id ?? '',
          limit,
        },
      );
      return rows.map(transactionOf);
    },

    async unawaitedTransactions(chain) {
      const rows = await db.select(
        'effect',
        `WHERE chain = :chain AND ${open} AND slot >= 0 AND EXISTS (
          SELECT 1 FROM route WHERE route.id = effect.route_id AND (
            phase = 'ended'
            OR (phase = 'running' AND step < plan_cursor)
            OR (phase = 'refunding' AND purpose <> 'refund' AND purpose <> 'approve')
          )
        ) ${byPlace}`,
        { chain },
      );
      return rows.map(transactionOf);
    },

    async watchedTransactions(chain) {
      const rows = await (chain === undefined
        ? db.select('effect', `WHERE id IN (${watchedAnywhere}) ${byPlace}`)
        : db.select('effect', `WHERE id IN (${watchedOn}) ${byPlace}`, { chain }));
      return rows.map(transactionOf);
    },

    async unfinalBlocks(chain) {
      const { rows } = await db.run(
        `SELECT DISTINCT mined_block, mined_block_hash FROM effect WHERE chain = :chain AND ${unfinal}`,
        { chain },
      );
      return rows.map((row) => {
        const [block, hash] = [row['mined_block'], row['mined_block_hash']];
        return {
          block: block === null ? null : Number(block),
          blockHash: typeof hash === 'string' ? hash : null,
        };
      });
    },

    async unfinalIn(chain, blocks) {
      const known = blocks.filter((block) => block !== null);
      const parts = await Promise.all([
        ...inParts(known).map((some) => {
          const list = listOf('block', some);
          return db.select(
            'effect',
            `WHERE chain = :chain AND mined_block IN (${list.text}) AND ${unfinal}`,
            { ...list.values, chain },
          );
        }),
        ...(known.length === blocks.length
          ? []
          : [
              db.select('effect', `WHERE chain = :chain AND mined_block IS NULL AND ${unfinal}`, {
                chain,
              }),
            ]),
      ]);
      return parts.flat().map(transactionOf);
    },

    async routesPaidAtOnce() {
      const last = await db.first(
        'effect',
        `WHERE ${paidRoute} ORDER BY created_at_ms DESC, id LIMIT 1`,
        {},
      );
      if (last === null) return 0;
      const signed = await db.first('envelope', 'WHERE hash = :hash', { hash: last.minedHash });
      const carried = signed?.movements.map(({ transactionId }) => transactionId) ?? [];
      const parts = await Promise.all(
        inParts([last.id, ...carried]).map((ids) => {
          const list = listOf('effect', ids);
          return db.select(
            'effect',
            `WHERE id IN (${list.text}) AND ${paidRoute} AND mined_hash = :hash`,
            { ...list.values, hash: last.minedHash },
          );
        }),
      );
      return new Set(parts.flat().map(({ routeId }) => routeId)).size;
    },
  };
}

const byPlace = 'ORDER BY chain, account, slot';
/** Two selects, because the index serves each condition but not their OR. */
const watchedWhere = (where: string): string =>
  [open, unfinal].map((part) => `SELECT id FROM effect WHERE ${where} ${part}`).join(' UNION ALL ');
const watchedAnywhere = watchedWhere('');
const watchedOn = watchedWhere('chain = :chain AND');

function thoseOpen({ at, owner, isStuck }: OpenScope) {
  const conditions = [
    owner === undefined ? open : `${openOwn} AND owner_kind = :owner`,
    ...(at === undefined ? [] : ['chain = :chain AND account = :account']),
    ...(isStuck === undefined ? [] : ['stuck IS NOT NULL']),
  ];
  const values: SqlValues = {
    ...(owner === undefined ? {} : { owner }),
    ...(at === undefined ? {} : { chain: at.chain, account: at.account }),
  };
  return { text: conditions.join(' AND '), values };
}

async function liveTransactionsOf(db: Db, owner: string): Promise<readonly Transaction[]> {
  const rows = await db.select(
    'effect',
    'WHERE route_id = :owner ORDER BY created_at_ms, step, slot, id',
    { owner },
  );
  return inCommitOrder(rows.map(transactionOf));
}

function ownWrites(db: Db, written: ReadonlyMap<string, PulledRoute>): OwnWrites {
  return {
    transactionsOf: (owner) => liveTransactionsOf(db, owner),

    async insertTransaction({ owner, ...transaction }, preparedAt) {
      await db.insert('effect', {
        ...transaction,
        ...ownerColumns(owner),
        ...(await pullOf(db, written, { ...transaction, owner })),
        ...inNoLine,
        preparedAt: preparedAt ?? null,
        freeAt: preparedAt ?? null,
      });
    },

    async moveTransaction(id, from, change) {
      const { where, values } =
        typeof from === 'string'
          ? { where: 'state = :state', values: { state: from } }
          : asSeen(from);
      const written = await db.update(
        'effect',
        { state: values.state, pullSeenReverted: null, ...change },
        `id = :id AND ${where}`,
        { id, ...values },
      );
      if (written !== 1)
        throw new StaleTransaction(
          `effect ${id} is not ${values.state} any more, or not as it was seen`,
        );
    },

    async markTransactionsFinal(seen) {
      for (const some of inParts(seen)) {
        const { text, values } = rowsSeen(some);
        const written = await db.update(
          'effect',
          { isFinal: true },
          `(id, state, reorgs, mined_hash, mined_block) IN (VALUES ${text})`,
          values,
        );
        if (written !== some.length)
          throw new StaleTransaction('an effect is not as it was seen, so none is final yet');
      }
    },

    async markReverted(id, isReverted) {
      await db.update(
        'effect',
        { pullSeenReverted: isReverted ? true : null },
        `id = :id AND state = 'open'`,
        { id },
      );
    },

    async placeTransaction({ id, multicall }, { slot, carried }) {
      if (multicall === null) throw new Error(`effect ${id} has a transaction of its own`);
      const written = await db.update(
        'effect',
        { slot, multicall: { ...multicall, carried } },
        `id = :id AND slot < 0 AND state = 'open'`,
        { id },
      );
      if (written !== 1) throw new StaleTransaction(`effect ${id} does not wait for a multicall`);
    },
  };
}

/**
 * Copied from the route, so that pulls in flight are counted without reading routes: as the unit has
 * written it, or as it stands.
 */
async function pullOf(
  db: Db,
  written: ReadonlyMap<string, PulledRoute>,
  { purpose, owner: { id } }: Transaction,
): Promise<PullColumns> {
  if (purpose !== 'pull' && purpose !== 'allowance') return noPull;
  const route = written.get(id) ?? (await db.first('route', 'WHERE id = :id', { id }));
  if (route?.permit == null) return noPull;
  const { chain, token, owner, units, ownerHasCode = false } = route.permit;
  return {
    pullKey: pullKey(chain, token, owner),
    pullUnits: purpose === 'pull' ? units : null,
    pullClient: route.client,
    pullOfCode: ownerHasCode,
    pullSeenReverted: null,
  };
}

/** Transactions of one commit in the order of that commit: they may share their step and slot. */
function inCommitOrder(transactions: readonly Transaction[]): readonly Transaction[] {
  return [...transactions].sort(
    (a, b) =>
      a.createdAtMs - b.createdAtMs ||
      textOrder(a.owner.id, b.owner.id) ||
      positionOf(a) - positionOf(b),
  );
}

function positionOf({ multicall }: Transaction): number {
  return multicall?.position ?? 0;
}

function textOrder(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
