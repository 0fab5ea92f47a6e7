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
    settlementOf: ({ payer, nonce, token, chain }) =>
      first('WHERE payer = :payer AND nonce = :nonce AND token = :token AND chain = :chain', {
        payer,
        nonce,
        token,
        chain,
      }),
    settlementNamed: (payer, identifier) =>
      first('WHERE payer = :payer AND identifier = :identifier', { payer, identifier }),
    settlementSentAs: (sentAs) => first('WHERE sent_as = :sentAs', { sentAs }),

    async unitsUnderWay(chain, token, payer) {
      const open = await db.select(
        'settlement',
        'WHERE outcome IS NULL AND payer = :payer AND chain = :chain AND token = :token',
        { payer, chain, token },
      );
      return open.reduce((sum, { units }) => sum + units, 0n);
    },

    async openSettlements(chain, { client, payer }) {
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

    async tellSettlement(id, atMs) {
      const change = { toldAtMs: atMs };
      return (
        (await db.update('settlement', change, 'id = :id AND told_at_ms IS NULL', { id })) === 1
      );
    },
  };
}

const endedForMs = 90 * 86_400_000;

/** Deletes what ended long ago; the chain itself takes no authorization twice. */
export async function prunePayments(db: Db, nowMs: number): Promise<void> {
  await db.run('DELETE FROM settlement WHERE outcome IS NOT NULL AND accepted_at_ms < :before', {
    before: nowMs - endedForMs,
  });
}
