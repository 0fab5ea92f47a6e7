import type {
  Ceiling,
  Mandate,
  MandatePayment,
  MandateReads,
  MandateWrites,
} from '@interline/core/mandates';
import type { Db } from '../engine/db.ts';
import { fromJsonText } from '../engine/json-text.ts';
import { listOf } from '../engine/statement.ts';
import { expiryUntold, type MandateRow } from './tables.ts';

export function mandateReads(db: Db): MandateReads {
  return {
    mandate: async (id) => mandateOf(await db.first('mandate', 'WHERE id = :id', { id })),
    mandateByHash: async (hash) =>
      mandateOf(await db.first('mandate', 'WHERE hash = :hash', { hash })),

    async mandatesOf(account, after, limit) {
      const behind =
        after === null ? '' : 'AND (created_at_ms < :atMs OR (created_at_ms = :atMs AND id < :id))';
      const rows = await db.select(
        'mandate',
        `WHERE account = :account ${behind} ORDER BY created_at_ms DESC, id DESC LIMIT :limit`,
        { account, limit, ...(after === null ? {} : { atMs: after.createdAtMs, id: after.id }) },
      );
      return rows.map(plain);
    },

    async countMandates(account) {
      const { rows } = await db.run(
        'SELECT COUNT(*) AS mandates FROM mandate WHERE account = :account',
        { account },
      );
      return Number(rows[0]?.['mandates'] ?? 0);
    },

    async openCeilings(chain, nowMs) {
      // Selects three columns: the tokens are long, and a registration waits for all rows.
      const { rows } = await db.run(
        "SELECT id, account, ceiling FROM mandate WHERE chain = :chain AND state = 'active' AND expires_at_ms > :nowMs",
        { chain, nowMs },
      );
      return rows.map(({ id, account, ceiling }) => ({
        id: String(id),
        account: String(account),
        ceiling: fromJsonText(String(ceiling)) as Ceiling, // CAST: as it was written.
      }));
    },

    async expiredUntold(nowMs, limit) {
      const rows = await db.select(
        'mandate',
        `WHERE ${expiryUntold} AND expires_at_ms <= :nowMs ORDER BY expires_at_ms, id LIMIT :limit`,
        { nowMs, limit },
      );
      return rows.map(plain);
    },

    async isChallengeOpen(nonceHash, mandateId, nowMs) {
      const values = { nonceHash, mandateId, nowMs };
      return (await db.first('mandate_challenge', `WHERE ${openChallenge}`, values)) !== null;
    },

    mandatePayment: (closedHash) =>
      db.first('mandate_payment', 'WHERE closed_hash = :closedHash', { closedHash }),
    paymentOfRoute: (routeId) => db.first('mandate_payment', ofRoute, { routeId }),

    async usedWindows(mandateId) {
      const rows = await db.select(
        'mandate_payment',
        "WHERE mandate_id = :mandateId AND used_window IS NOT NULL AND state <> 'returned'",
        { mandateId },
      );
      return rows.flatMap(({ window }) => (window === null ? [] : [window]));
    },

    async unitsTaken(mandateId) {
      // Selects one column: the claims are long. The databases do not sum 78 digits alike.
      const { rows } = await db.run(
        "SELECT units FROM mandate_payment WHERE mandate_id = :mandateId AND state <> 'returned'",
        { mandateId },
      );
      return rows.reduce((sum, { units }) => sum + BigInt(String(units)), 0n);
    },

    verdictOfRoute: (mandateId, routeId) =>
      db.first(
        'mandate_receipt',
        'WHERE mandate_id = :mandateId AND route_id = :routeId ORDER BY seq LIMIT 1',
        { mandateId, routeId },
      ),

    mandateReceipts: (mandateId, before, limit) =>
      db.select(
        'mandate_receipt',
        'WHERE mandate_id = :mandateId AND seq < :before ORDER BY seq DESC LIMIT :limit',
        { mandateId, before: before ?? Number.MAX_SAFE_INTEGER, limit },
      ),
  };
}

const ofRoute = 'WHERE route_id = :routeId';
const openChallenge =
  'nonce_hash = :nonceHash AND mandate_id = :mandateId AND expires_at_ms > :nowMs';
/** Bound as digits, so the statement must say that they are a number. */
const cents = 'CAST(:cents AS BIGINT)';

export function mandateWrites(db: Db): Omit<MandateWrites, keyof MandateReads> {
  return {
    async lockMandatesOf(name) {
      await db.insert('mandate_lock', { name, count: 0 }, 'ON CONFLICT (name) DO NOTHING');
      await db.run('UPDATE mandate_lock SET count = count + 1 WHERE name = :name', { name });
    },

    async insertMandate(mandate) {
      const { ceiling, terms } = mandate;
      const row = {
        ...mandate,
        chain: ceiling.chain,
        seq: 0,
        endsSec: terms.expiresSec,
        expiryToldAtMs: null,
      };
      return (await db.insert('mandate', row, 'ON CONFLICT (hash) DO NOTHING')) === 1;
    },

    async revokeMandate(id, nowMs) {
      const change = { state: 'revoked', revokedAtMs: nowMs } as const;
      return (await db.update('mandate', change, "id = :id AND state = 'active'", { id })) === 1;
    },

    async markExpiryTold(id, nowMs) {
      const change = { expiryToldAtMs: nowMs };
      return (await db.update('mandate', change, `id = :id AND ${expiryUntold}`, { id })) === 1;
    },

    async insertChallenge(challenge) {
      await db.insert('mandate_challenge', challenge);
    },

    async takeChallenge(nonceHash, mandateId, nowMs) {
      const { affected } = await db.run(`DELETE FROM mandate_challenge WHERE ${openChallenge}`, {
        nonceHash,
        mandateId,
        nowMs,
      });
      return affected === 1;
    },

    async reserveOf(id, units, { maxCents, maxUses }, nowMs) {
      const within = [
        ...(maxCents === null ? [] : [`reserved + spent + ${cents} <= CAST(:maxCents AS BIGINT)`]),
        ...(maxUses === null ? [] : ['uses < :maxUses']),
      ];
      const { affected } = await db.run(
        `UPDATE mandate SET reserved = reserved + ${cents}, uses = uses + 1
          WHERE ${["id = :id AND state = 'active' AND expires_at_ms > :nowMs", ...within].join(' AND ')}`,
        {
          id,
          nowMs,
          cents: units.toString(),
          ...(maxCents === null ? {} : { maxCents: maxCents.toString() }),
          ...(maxUses === null ? {} : { maxUses }),
        },
      );
      return affected === 1;
    },

    async insertMandatePayment(payment) {
      const { mandateId, window } = payment;
      // The budget's update has locked the mandate's row, so no other unit takes the window
      // meanwhile.
      if (window !== null && (await isTaken(db, mandateId, window))) return false;
      const conflict = 'ON CONFLICT (closed_hash) DO NOTHING';
      return (await db.insert('mandate_payment', payment, conflict)) === 1;
    },

    async moveMandatePayment(routeId, to) {
      const payment = await db.first('mandate_payment', ofRoute, { routeId });
      if (payment === null || payment.state === to) return false;
      const moved = await db.update(
        'mandate_payment',
        { state: to },
        'route_id = :routeId AND state = :from',
        { routeId, from: payment.state },
      );
      if (moved !== 1) return false;
      await moveCents(db, payment, to);
      return true;
    },

    async recordMandateReceipt(receipt) {
      const id = receipt.mandateId;
      // The row is locked until the unit ends, so no other unit gets the number, and no number is
      // left out.
      const [mandate] = await db.returning(
        'mandate',
        'UPDATE mandate SET seq = seq + 1 WHERE id = :id',
        { id },
      );
      if (mandate !== undefined)
        await db.insert('mandate_receipt', { ...receipt, seq: mandate.seq });
    },
  };
}

async function isTaken(db: Db, mandateId: string, window: string): Promise<boolean> {
  const where = "WHERE mandate_id = :mandateId AND used_window = :window AND state <> 'returned'";
  return (await db.first('mandate_payment', where, { mandateId, window })) !== null;
}

/** Which sum a payment counts in, by its state; null for a payment that was given back. */
const sums = { reserved: 'reserved', spent: 'spent', returned: null } as const;

async function moveCents(
  db: Db,
  payment: MandatePayment,
  to: MandatePayment['state'],
): Promise<void> {
  const [less, more] = [sums[payment.state], sums[to]];
  const set = [
    ...(less === null ? [] : [`${less} = ${less} - ${cents}`]),
    ...(more === null ? [] : [`${more} = ${more} + ${cents}`]),
    ...(less === null ? ['uses = uses + 1'] : []),
    ...(more === null ? ['uses = uses - 1'] : []),
  ];
  await db.run(`UPDATE mandate SET ${set.join(', ')} WHERE id = :id`, {
    id: payment.mandateId,
    cents: payment.cents.toString(),
  });
}

const keptMs = 100 * 86_400_000;
/** A unit that deleted more would hold up others; the next run continues. */
const forgottenAtOnce = 200;

/**
 * Forgets expired challenges, and mandates with everything paid under them 100 days after their
 * tokens ended. Until its end a token could be registered or presented again, and would have its
 * whole budget again. A mandate with a payment under way stays.
 */
export async function pruneMandates(db: Db, nowMs: number): Promise<void> {
  await db.run('DELETE FROM mandate_challenge WHERE expires_at_ms <= :nowMs', { nowMs });
  const { rows } = await db.run(
    `SELECT id FROM mandate WHERE ends_sec < :beforeSec AND NOT EXISTS (
        SELECT 1 FROM mandate_payment WHERE mandate_payment.mandate_id = mandate.id
          AND mandate_payment.state = 'reserved'
      ) ORDER BY ends_sec, id LIMIT :limit`,
    { beforeSec: Math.floor((nowMs - keptMs) / 1_000), limit: forgottenAtOnce },
  );
  if (rows.length === 0) return;
  const { text, values } = listOf(
    'id',
    rows.map(({ id }) => String(id)),
  );
  for (const table of ['mandate_receipt', 'mandate_payment', 'mandate_challenge'])
    await db.run(`DELETE FROM ${table} WHERE mandate_id IN (${text})`, values);
  await db.run(`DELETE FROM mandate WHERE id IN (${text})`, values);
}

function mandateOf(row: MandateRow | null): Mandate | null {
  return row === null ? null : plain(row);
}

function plain({
  chain: _chain,
  seq: _seq,
  endsSec: _endsSec,
  expiryToldAtMs: _expiryToldAtMs,
  ...mandate
}: MandateRow): Mandate {
  return mandate;
}
