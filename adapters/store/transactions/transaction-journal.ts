import {
  type SeenAs,
  StaleTransaction,
  type TransactionReads,
  type TransactionWrites,
} from '@interline/core/transactions';
import {
  asUnits,
  type ChainRef,
  type Transaction,
  type EvmAddress,
  evmAddress,
  type Units,
} from '@interline/kernel';
import type { Db } from '../engine/db.ts';
import type { TransactionRow } from './transaction-entity.ts';

type Reads = Pick<
  TransactionReads,
  | 'transactionsOf'
  | 'openTransactions'
  | 'watchedTransactions'
  | 'unplacedTransactions'
  | 'openMulticall'
  | 'pendingPulls'
  | 'pendingPullsOn'
  | 'openPulls'
>;
type Writes = Pick<TransactionWrites, 'insertTransaction' | 'moveTransaction' | 'placeTransaction'>;

export function transactionReads(db: Db): Reads {
  return {
    async transactionsOf(routeId) {
      const rows = await db.select(
        'effect',
        'WHERE route_id = :routeId ORDER BY created_at_ms, step, nonce, id',
        { routeId },
      );
      return inCommitOrder(rows.map(transactionOf));
    },

    async unplacedTransactions(chain, account, limit) {
      const rows = await db.select(
        'effect',
        `WHERE chain = :chain AND account = :account AND nonce < 0 AND state = 'open' ORDER BY created_at_ms, route_id LIMIT :limit`,
        { chain, account, limit },
      );
      return inCommitOrder(rows.map(transactionOf));
    },

    async openMulticall(chain, account) {
      const row = await db.first(
        'effect',
        `WHERE chain = :chain AND account = :account AND is_final = :isFinal AND state = 'open' AND purpose = 'batch'`,
        { chain, account, isFinal: false },
      );
      return row === null ? null : transactionOf(row);
    },

    async openTransactions() {
      const rows = await db.select(
        'effect',
        `WHERE is_final = :isFinal AND state = 'open' ORDER BY chain, account, nonce`,
        { isFinal: false },
      );
      return rows.map(transactionOf);
    },

    async watchedTransactions() {
      const rows = await db.select(
        'effect',
        `WHERE is_final = :isFinal AND state <> 'displaced' ORDER BY chain, account, nonce`,
        { isFinal: false },
      );
      return rows.map(transactionOf);
    },

    async pendingPulls(chain, token, payer) {
      const rows = await db.select(
        'effect',
        `WHERE pull_key = :key AND state = 'open' AND purpose = 'pull'`,
        { key: pullKey(chain, token, payer) },
      );
      return asUnits(rows.reduce((sum, row) => sum + (row.pullUnits ?? 0n), 0n));
    },

    async openPulls(chain, client) {
      const {
        rows: [counts],
      } = await db.run(
        `SELECT COUNT(*) AS in_all, COUNT(CASE WHEN route.client = :client THEN 1 END) AS of_client
        FROM effect JOIN route ON route.id = effect.route_id
        WHERE effect.is_final = :isFinal AND effect.state = 'open' AND effect.purpose = 'pull' AND effect.chain = :chain`,
        { isFinal: false, chain, client },
      );
      return {
        ofClient: Number(counts?.['of_client'] ?? 0),
        inAll: Number(counts?.['in_all'] ?? 0),
      };
    },

    async pendingPullsOn(chain) {
      const { rows } = await db.run(
        `SELECT pull_key AS key, pull_units AS units FROM effect
        WHERE is_final = :isFinal AND state = 'open' AND purpose = 'pull' AND chain = :chain AND pull_key IS NOT NULL`,
        { isFinal: false, chain },
      );
      const sums = new Map<EvmAddress, Units>();
      for (const { key, units } of rows) {
        const token = evmAddress(String(key).split('/')[1] ?? '');
        sums.set(token, asUnits((sums.get(token) ?? 0n) + BigInt(String(units))));
      }
      return sums;
    },
  };
}

export function transactionWrites(db: Db): Writes {
  return {
    async insertTransaction(transaction) {
      await db.insert('effect', { ...transaction, ...(await pullOf(db, transaction)) });
    },

    async moveTransaction(id, from, change) {
      const { where, values } =
        typeof from === 'string'
          ? { where: 'state = :state', values: { state: from } }
          : asSeen(from);
      const written = await db.update(
        'effect',
        { state: values.state, ...change },
        `id = :id AND ${where}`,
        { id, ...values },
      );
      if (written !== 1)
        throw new StaleTransaction(
          `effect ${id} is not ${values.state} any more, or not as it was seen`,
        );
    },

    async placeTransaction({ id, batch }, { nonce, carried }) {
      if (batch === null) throw new Error(`effect ${id} has a transaction of its own`);
      const written = await db.update(
        'effect',
        { nonce, batch: { ...batch, carried } },
        `id = :id AND nonce < 0 AND state = 'open'`,
        { id },
      );
      if (written !== 1) throw new StaleTransaction(`effect ${id} waits for no batch`);
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

/** Copied from the route, so that pulls in flight are counted without reading routes. */
async function pullOf(
  db: Db,
  transaction: Transaction,
): Promise<Pick<TransactionRow, 'pullKey' | 'pullUnits'>> {
  if (transaction.purpose !== 'pull') return { pullKey: null, pullUnits: null };
  const route = await db.first('route', 'WHERE id = :id', { id: transaction.routeId });
  if (route?.permit == null) return { pullKey: null, pullUnits: null };
  const { chain, token, owner, units } = route.permit;
  return { pullKey: pullKey(chain, token, owner), pullUnits: units };
}

function pullKey(chain: ChainRef, token: EvmAddress, owner: EvmAddress): string {
  return `${chain}/${token}/${owner}`;
}

function transactionOf({
  pullKey: _key,
  pullUnits: _units,
  ...transaction
}: TransactionRow): Transaction {
  return transaction;
}

/** Those of one commit in the order they were committed in: they may share their step and nonce. */
function inCommitOrder(transactions: readonly Transaction[]): readonly Transaction[] {
  return [...transactions].sort(
    (a, b) =>
      a.createdAtMs - b.createdAtMs ||
      textOrder(a.routeId, b.routeId) ||
      positionOf(a) - positionOf(b),
  );
}

function positionOf({ batch }: Transaction): number {
  return batch?.position ?? 0;
}

function textOrder(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
