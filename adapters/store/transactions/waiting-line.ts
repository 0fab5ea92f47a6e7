import type { LinePlace, TransactionReads, TransactionWrites } from '@interline/core/transactions';
import type { Transaction } from '@interline/kernel';
import type { Db } from '../engine/db.ts';
import type { SqlValues } from '../engine/statement.ts';
import {
  type LineColumns,
  ownerColumns,
  type PullColumns,
  transactionOf,
  type TransactionRow,
} from './tables.ts';

/**
 * The same words as in the partial indices: a database uses an index only for the same condition.
 */
const ofLine = `chain = :chain AND account = :account AND line = :line AND slot < 0 AND state = 'open'`;

export function waitingLineReads(db: Db): Pick<TransactionReads, 'unplacedTransactions'> {
  return {
    async unplacedTransactions(chain, account, line, limit) {
      const rows = await db.select(
        'effect',
        `WHERE ${ofLine} ORDER BY turn, created_at_ms, route_id LIMIT :limit`,
        { chain, account, line, limit },
      );
      return rows.toSorted(inLine).map(transactionOf);
    },
  };
}

/** `columnsOf`: what the store copies from a transaction's route. */
export function waitingLineWrites(
  db: Db,
  columnsOf: (transaction: Transaction) => Promise<PullColumns>,
): Pick<TransactionWrites, 'insertUnplaced'> {
  return {
    async insertUnplaced(together, place) {
      const [first] = together;
      if (first === undefined) return;
      const turns = await turnsOf(db, first, place);
      for (const transaction of together) {
        const { owner, ...rest } = transaction;
        await db.insert('effect', {
          ...rest,
          ...ownerColumns(owner),
          ...(await columnsOf(transaction)),
          ...turns,
          preparedAt: null,
          freeAt: null,
        });
      }
    },
  };
}

/**
 * Start-time fair queueing: a turn behind the last one of the same payer, and behind the last that
 * moves the same, but not before those whose turn it is, so that no payer saves turns up.
 */
async function turnsOf(
  db: Db,
  { chain, account, owner }: Transaction,
  { line, movement }: LinePlace,
): Promise<LineColumns> {
  const at = { chain, account, line };
  const payer = await payerOf(db, owner.id);
  const now = (await turnIn(db, 'MIN(turn)', ofLine, at)) ?? 1;
  const behind = (last: number | null): number => Math.max(now, (last ?? 0) + 1);
  const payerTurn = behind(
    await turnIn(db, 'MAX(payer_turn)', `${ofLine} AND line_payer = :payer`, { ...at, payer }),
  );
  const movementTurn =
    movement === null
      ? null
      : behind(
          await turnIn(db, 'MAX(movement_turn)', `${ofLine} AND line_movement = :movement`, {
            ...at,
            movement,
          }),
        );
  const turn = Math.max(payerTurn, movementTurn ?? now);
  return { line, linePayer: payer, lineMovement: movement, payerTurn, movementTurn, turn };
}

async function turnIn(
  db: Db,
  figure: string,
  where: string,
  values: SqlValues,
): Promise<number | null> {
  const { rows } = await db.run(`SELECT ${figure} AS turn FROM effect WHERE ${where}`, values);
  const turn = rows[0]?.['turn'] ?? null;
  return turn === null ? null : Number(turn);
}

/** Who signed the route's permit, else whom its order names; what is not of a route is its owner's. */
async function payerOf(db: Db, owner: string): Promise<string> {
  const route = await db.first('route', 'WHERE id = :owner', { owner });
  return route === null ? owner : (route.permit?.owner ?? route.order.payer);
}

/** Transactions of one commit share their turn and time, and may share their step. */
function inLine(a: TransactionRow, b: TransactionRow): number {
  return (
    (a.turn ?? 0) - (b.turn ?? 0) ||
    a.createdAtMs - b.createdAtMs ||
    (a.routeId === b.routeId ? 0 : a.routeId < b.routeId ? -1 : 1) ||
    (a.multicall?.position ?? 0) - (b.multicall?.position ?? 0)
  );
}
