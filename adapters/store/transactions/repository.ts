import {
  type GasUse,
  type OpenScope,
  type PendingPull,
  type SeenAs,
  StaleTransaction,
  type TransactionReads,
  type TransactionWrites,
} from '@interline/core/transactions';
import type { Route } from '@interline/core/transfer';
import { asUnits, asAddress, noUnits, type Transaction, type Units } from '@interline/kernel';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Db } from '../engine/db.ts';
import type { Dialect } from '../engine/dialect.ts';
import { inParts, listOf, type SqlResult, type SqlValues } from '../engine/statement.ts';
import { floatTargetReads, floatTargetWrites } from './float-targets.ts';
import { accountReads, accountWrites } from './accounts.ts';
import { openCostReads } from './open-costs.ts';
import { payerOfPull, pullKey, pullUnderWay } from './pull-key.ts';
import { reservationReads, reservationWrites } from './reservations.ts';
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
  | 'gasUsedLately'
  | 'routesPaidAtOnce'
  | 'openMulticall'
  | 'pendingPulls'
  | 'pendingPullsOn'
  | 'pullsAfter'
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

const budgetKeptMs = 7 * 86_400_000;

/**
 * Deletes the budgets of days that nothing can be charged to any more, and the records of slots that
 * are proven.
 */
export async function pruneTransactions(db: Db, nowMs: number): Promise<void> {
  await db.run('DELETE FROM budget WHERE day < :before', {
    before: new Date(nowMs - budgetKeptMs).toISOString().slice(0, 10),
  });
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

    async gasUsedLately(limit) {
      const used: GasUse[] = [];
      // Many routes have none: a rehearsal, a deposit that never came, what another service pays.
      const mostRoutes = routesAUse * limit;
      for await (const ids of newestRoutes(db, mostRoutes)) {
        const list = listOf('route', ids);
        const { rows } = await db.run(
          `SELECT chain, purpose, gas_used FROM effect WHERE route_id IN (${list.text})
            AND state = 'mined' AND gas_used IS NOT NULL AND batch IS NULL
            ORDER BY created_at_ms DESC, id`,
          list.values,
        );
        used.push(...rows.map(gasUseOf));
        if (used.length >= limit) break;
        await nextTurn();
      }
      return used.slice(0, limit);
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

    async pendingPulls(chain, token, payer) {
      const { rows } = await db.run(
        `SELECT effect.pull_units, route.permit_key FROM effect JOIN route ON route.id = effect.route_id
          WHERE effect.pull_key = :key AND effect.state = 'open' AND effect.purpose = 'pull'
          ORDER BY effect.created_at_ms, effect.id`,
        { key: pullKey(chain, token, payer) },
      );
      return rows.map((row) =>
        pullUnderWay(String(row['permit_key']), BigInt(String(row['pull_units']))),
      );
    },

    async pendingPullsOn(chain) {
      const { rows } = await db.run(pullsThat(`state = 'open'`), { isFinal: false, chain });
      return rows.map(pendingPullOf);
    },

    async pullsAfter(chain, block) {
      // In two parts: the index finds each, and not either.
      const { rows } = await db.run(
        `${pullsThat(`state = 'open'`)} UNION ALL ${pullsThat(`state = 'mined' AND mined_block > :block`)}`,
        { isFinal: false, chain, block },
      );
      return rows.map((row) => ({ ...pendingPullOf(row), transactionId: String(row['id']) }));
    },
  };
}

/** Routes looked at for each transaction that is wanted, where most have none. */
const routesAUse = 10;
const routesAtOnce = 256;

/** Their ids in parts: the routes' age has an index; one of transactions would be written with each. */
async function* newestRoutes(db: Db, most: number): AsyncGenerator<readonly string[]> {
  let before: SqlValues | null = null;
  for (let looked = 0; looked < most; looked += routesAtOnce) {
    const where = before === null ? '' : 'WHERE (created_at_ms, id) < (:atMs, :id)';
    const { rows } = await db.run(
      `SELECT id, created_at_ms FROM route ${where}
        ORDER BY created_at_ms DESC, id DESC LIMIT ${routesAtOnce}`,
      before ?? {},
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map(({ id }) => String(id));
    if (rows.length < routesAtOnce) return;
    before = { atMs: Number(last['created_at_ms']), id: String(last['id']) };
  }
}

function gasUseOf({ chain, purpose, gas_used: gasUsed }: SqlResult['rows'][number]): GasUse {
  // CAST: written by this store.
  return { chain, purpose, gasUsed: BigInt(String(gasUsed)) } as GasUse;
}

const byPlace = 'ORDER BY chain, account, slot';
/** In two parts: the index finds each, and not either. */
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

function pullsThat(condition: string): string {
  return `SELECT id, pull_key, pull_units, pull_client, pull_seen_reverted FROM effect
    WHERE chain = :chain AND is_final = :isFinal AND ${condition} AND purpose = 'pull'
      AND pull_key IS NOT NULL`;
}

function pendingPullOf(row: SqlResult['rows'][number]): PendingPull {
  const key = String(row['pull_key']);
  const [, token] = key.split('/');
  return {
    token: asAddress(token ?? ''),
    payer: asAddress(payerOfPull(key)),
    client: String(row['pull_client']),
    units: asUnits(BigInt(String(row['pull_units']))),
    isReverted: row['pull_seen_reverted'] !== null,
  };
}

/** Within a unit, whose routes are live: it locks what it changes, which takes it out of the archive. */
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

function asSeen({ state, minedHash: hash, minedBlock: block, reorgs }: SeenAs) {
  const inNone = { where: 'state = :state AND reorgs = :reorgs', values: { state, reorgs } };
  return block === null
    ? inNone
    : {
        where: `${inNone.where} AND mined_hash = :hash AND mined_block = :block`,
        values: { ...inNone.values, hash, block },
      };
}

/** The last row is repeated up to a power of two, so that few statements serve all numbers of rows. */
function rowsSeen(seen: readonly Transaction[]): {
  readonly text: string;
  readonly values: SqlValues;
} {
  const size = 2 ** Math.ceil(Math.log2(seen.length));
  const rows = Array.from({ length: size }, (_, at) => seen[Math.min(at, seen.length - 1)]);
  return {
    text: rows
      .map(
        (_, at) =>
          `(:id${at}, :state${at}, CAST(:reorgs${at} AS BIGINT), :hash${at}, CAST(:block${at} AS BIGINT))`,
      )
      .join(', '),
    values: Object.fromEntries(
      rows.flatMap((one, at) => [
        [`id${at}`, one?.id ?? null],
        [`state${at}`, one?.state ?? null],
        [`reorgs${at}`, one?.reorgs ?? null],
        [`hash${at}`, one?.minedHash ?? null],
        [`block${at}`, one?.minedBlock ?? null],
      ]),
    ) as SqlValues, // CAST: names and values in turn.
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

/** Those of one commit in the order they were committed in: they may share their step and slot. */
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

type SignedReads = Pick<TransactionReads, 'signedTransactionsOf' | 'signedTransaction'>;
type SignedWrites = Pick<TransactionWrites, 'insertSignedTransaction' | 'setRaw'>;

function signedTransactionReads(db: Db): SignedReads {
  return {
    async signedTransactionsOf(transactionIds) {
      const parts = await Promise.all(
        inParts(transactionIds).map((ids) => {
          const list = listOf('effect', ids);
          return db.select(
            'envelope',
            `WHERE effect_id IN (${list.text}) ORDER BY committed_at_ms, hash`,
            list.values,
          );
        }),
      );
      return parts.flat();
    },

    async signedTransaction(hash) {
      return (
        (await db.first('envelope', 'WHERE hash = :hash', { hash })) ??
        (await transactionInArchive(db, hash))?.signed ??
        null
      );
    },
  };
}

function signedTransactionWrites(db: Db): SignedWrites {
  return {
    async insertSignedTransaction(signedTransaction) {
      await db.insert('envelope', signedTransaction);
    },

    async setRaw(unsignedHash, { hash, raw }) {
      const written = await db.update(
        'envelope',
        { hash, raw },
        'hash = :unsignedHash AND raw IS NULL',
        { unsignedHash },
      );
      if (written !== 1) throw new Error(`no envelope ${unsignedHash} waits for its signature`);
    },
  };
}

type BudgetReads = Pick<TransactionReads, 'spent' | 'spentOfEach'>;
type BudgetWrites = Pick<TransactionWrites, 'charge' | 'uncharge'>;

const ofDay = 'budget = :budget AND day = :day';

function budgetReads(db: Db): BudgetReads {
  return {
    async spent(budget, day) {
      const row = await db.first('budget', `WHERE ${ofDay}`, { budget, day });
      return row === null ? noUnits : asUnits(row.units);
    },

    async spentOfEach(budgets, day) {
      const spent = await spentOn(db, budgets, day);
      return budgets.map((budget) => spent.get(budget) ?? noUnits);
    },
  };
}

function budgetWrites(db: Db, { forUpdate }: Dialect): BudgetWrites {
  return {
    async charge(charges, day) {
      const spent = await spentOn(
        db,
        charges.map(({ budget }) => budget),
        day,
        // In one order for all who charge: of two that want the same rows one waits for the other.
        `ORDER BY budget ${forUpdate}`,
      );
      for (const charge of charges) {
        const total = (spent.get(charge.budget) ?? noUnits) + charge.units;
        if (total > charge.limit) return charge;
        spent.set(charge.budget, asUnits(total));
      }
      await db.insertAll(
        'budget',
        [...spent].map(([budget, units]) => ({ budget, day, units })),
        'ON CONFLICT (budget, day) DO UPDATE SET units = excluded.units',
      );
      return null;
    },

    async uncharge({ budget, units }, day) {
      const row = await db.first('budget', `WHERE ${ofDay} ${forUpdate}`, { budget, day });
      if (row === null) return;
      const left = row.units > units ? asUnits(row.units - units) : noUnits;
      await db.update('budget', { units: left }, ofDay, { budget, day });
    },
  };
}

/** Without those of which nothing was spent yet. */
async function spentOn(
  db: Db,
  budgets: readonly string[],
  day: string,
  tail = '',
): Promise<Map<string, Units>> {
  const parts = await Promise.all(
    inParts(budgets).map((some) => {
      const list = listOf('budget', some);
      return db.select('budget', `WHERE budget IN (${list.text}) AND day = :day ${tail}`, {
        ...list.values,
        day,
      });
    }),
  );
  return new Map(parts.flat().map(({ budget, units }) => [budget, asUnits(units)]));
}
