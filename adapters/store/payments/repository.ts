import type { PaymentReads, PaymentWrites, Settlement } from '@interline/core/payments';
import { gasReservationId } from '@interline/core/transactions';
import type { Db } from '../engine/db.ts';

export function paymentReads(db: Db): PaymentReads {
  const first = (
    where: string,
    values: Readonly<Record<string, string>>,
  ): Promise<Settlement | null> => db.first('settlement', where, values);
  return {
    settlement: (id) => first('WHERE id = :id', { id }),
    settlementOf: ({ payer, nonce, noncesAt, chain }) =>
      first(
        'WHERE payer = :payer AND nonce = :nonce AND nonces_at = :noncesAt AND chain = :chain',
        { payer, nonce, noncesAt, chain },
      ),
    settlementNamed: (payer, identifier) =>
      first('WHERE payer = :payer AND identifier = :identifier', { payer, identifier }),
    settlementSentAs: (sentAs) => first('WHERE sent_as = :sentAs', { sentAs }),
    settlementTo: (chain, payTo) =>
      first(
        `WHERE pay_to = :payTo AND chain = :chain AND (outcome IS NULL OR ${isMade} OR ${isReopened})`,
        { payTo, chain, made },
      ),

    givenUp: () =>
      db.select(
        'settlement',
        `WHERE outcome IS NULL AND EXISTS (
          SELECT 1 FROM effect WHERE effect.route_id = settlement.sent_as AND effect.state = 'displaced'
        )`,
        {},
      ),

    async unitsUnderWay(chain, token, payer, noncesAt) {
      const whose = { payer, chain, token };
      const unseen = await db.select(
        'settlement',
        'WHERE outcome IS NULL AND payer = :payer AND chain = :chain AND token = :token',
        whose,
      );
      const { rows: reopened } = await db.run(
        `SELECT nonces_at, settlement.units
        FROM effect JOIN settlement ON settlement.sent_as = effect.route_id
        WHERE NOT effect.is_final AND effect.state = 'open' AND effect.chain = :chain
          AND effect.purpose = 'settle' AND effect.reorgs > 0
          AND outcome IS NOT NULL AND payer = :payer AND token = :token`,
        whose,
      );
      const open = [
        ...unseen,
        ...reopened.map((row) => ({
          noncesAt: row['nonces_at'],
          units: BigInt(String(row['units'])),
        })),
      ];
      const counted = open.filter((one) => noncesAt === undefined || one.noncesAt === noncesAt);
      return counted.reduce((sum, { units }) => sum + units, 0n);
    },

    async openCost(chain, { client, payer }) {
      const { rows } = await db.run(
        `SELECT client, payer, reservation.units AS reserved
        FROM effect JOIN settlement ON settlement.sent_as = effect.route_id
          JOIN reservation ON reservation.id = :prefix || effect.id
        WHERE NOT effect.is_final AND effect.state = 'open' AND effect.chain = :chain
          AND effect.purpose = 'settle'`,
        { chain, prefix: gasReservationId('') },
      );
      const costOf = (counts: (row: (typeof rows)[number]) => boolean): bigint =>
        rows.filter(counts).reduce((sum, row) => sum + BigInt(String(row['reserved'])), 0n);
      return {
        inAll: costOf(() => true),
        ofClient: costOf((row) => row['client'] === client),
        ofPayer: costOf((row) => row['payer'] === payer),
      };
    },
  };
}

export function paymentWrites(db: Db): Omit<PaymentWrites, keyof PaymentReads> {
  return {
    async insertSettlement(settlement) {
      await db.insert('settlement', settlement);
    },

    async endSettlement(id, change) {
      await db.update('settlement', change, 'id = :id', { id });
    },

    async reportSettlement(id, atMs) {
      const change = { reportedAtMs: atMs };
      return (
        (await db.update('settlement', change, 'id = :id AND told_at_ms IS NULL', { id })) === 1
      );
    },
  };
}

const dayMs = 86_400_000;
const endedForMs = 90 * dayMs;
/** How far our clock may be ahead of the chain's, which accepts the authorization until its end. */
const clockMarginMs = dayMs;
/** A unit that deleted more would hold up others; the next run continues. */
const forgottenAtOnce = 1_000;

const isFinal = `NOT EXISTS (
    SELECT 1 FROM effect WHERE effect.route_id = settlement.sent_as AND NOT effect.is_final
  )`;
/** The chain accepts no authorization twice. */
const isMade = 'outcome LIKE :made';
const made = '%"isSuccess":true%';
/** A reorg has taken what was seen of it, and its bytes are sent again. */
const isReopened = `EXISTS (
    SELECT 1 FROM effect WHERE effect.route_id = settlement.sent_as AND effect.state = 'open'
  )`;
/** Longer ones are later than any clock: their digits fit no database's integer. */
const isOver = `CASE WHEN LENGTH(valid_before) > 12 THEN FALSE
    ELSE CAST(valid_before AS BIGINT) < :overSec END`;

/**
 * Deletes payments that were accepted 90 days ago, once their transaction is final and their
 * authorization was used or has ended. A failed payment stays while the payer's signature is valid,
 * because we send one transaction for each authorization.
 */
export async function prunePayments(db: Db, nowMs: number): Promise<void> {
  await db.run(
    `DELETE FROM settlement WHERE id IN (
        SELECT id FROM settlement WHERE outcome IS NOT NULL AND accepted_at_ms < :before
          AND ${isFinal} AND (${isMade} OR ${isOver})
          ORDER BY accepted_at_ms LIMIT :limit
      )`,
    {
      before: nowMs - endedForMs,
      made,
      overSec: Math.floor((nowMs - clockMarginMs) / 1_000),
      limit: forgottenAtOnce,
    },
  );
}
