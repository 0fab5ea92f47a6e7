import type { SponsoredCall, SponsorReads, SponsorWrites } from '@interline/core/sponsor';
import { gasReservationId } from '@interline/core/transactions';
import type { Db } from '../engine/db.ts';
import type { SponsoredCallRow } from './tables.ts';

export function sponsorReads(db: Db): SponsorReads {
  return {
    async sponsoredCall(id) {
      return callIn(await db.first('sponsored_call', 'WHERE id = :id', { id }));
    },

    async sponsoredCallOfKey(takenKey) {
      const where = 'WHERE taken_key = :takenKey';
      return callIn(await db.first('sponsored_call', where, { takenKey }));
    },

    async sponsoredCallsOf(bundleId) {
      const tail = 'WHERE bundle_id = :bundleId ORDER BY accepted_at_ms, id';
      return (await db.select('sponsored_call', tail, { bundleId })).map(callOf);
    },

    async isSponsoredNow(chain, account) {
      const where =
        'WHERE account = :account AND chain = :chain AND bundle_id IS NOT NULL AND outcome IS NULL LIMIT 1';
      return (await db.first('sponsored_call', where, { chain, account })) !== null;
    },

    async openSponsored(chain, { client, account }) {
      const { rows } = await db.run(
        `SELECT client, sponsored_call.account AS account, call_gas AS gas, bundle_id AS bundle, reservation.units AS reserved
        FROM effect JOIN sponsored_call ON sponsored_call.bundle_id = effect.route_id
          JOIN reservation ON reservation.id = :prefix || effect.id
        WHERE NOT effect.is_final AND effect.state = 'open' AND effect.chain = :chain
          AND effect.purpose = 'sponsor'`,
        { chain, prefix: gasReservationId('') },
      );
      const open = rows.map((row) => ({
        client: row['client'],
        account: row['account'],
        bundle: row['bundle'],
        gas: unitsIn(row['gas']),
        reserved: unitsIn(row['reserved']),
      }));
      const gasOf = (bundle: unknown): bigint =>
        open.reduce((sum, one) => (one.bundle === bundle ? sum + one.gas : sum), 0n);
      const costOf = (counts: (one: (typeof open)[number]) => boolean): bigint =>
        open.filter(counts).reduce((sum, one) => {
          const [{ gas, reserved }, inAll] = [one, gasOf(one.bundle)];
          // A revocation, which calls nothing, has its transaction to itself.
          return sum + (inAll === 0n ? reserved : (reserved * gas + inAll - 1n) / inAll);
        }, 0n);
      return {
        inAll: costOf(() => true),
        ofClient: costOf((one) => one.client === client),
        ofPayer: costOf((one) => one.account === account),
      };
    },

    async wasSponsored(chain, account) {
      const where =
        "WHERE account = :account AND chain = :chain AND kind = 'calls' AND bundle_id IS NOT NULL AND outcome IS NOT NULL LIMIT 1";
      return (await db.first('sponsored_call', where, { chain, account })) !== null;
    },

    async sponsoredCallsOfAccount({ account, onlyOn, after, limit }) {
      const where = [
        'account = :account AND bundle_id IS NOT NULL',
        ...(onlyOn === null ? [] : ['chain = :chain']),
        ...(after === null ? [] : ['(created_at_ms + 0, id) < (:afterMs, :afterId)']),
      ].join(' AND ');
      // A sum, because otherwise SQLite walks the index of ages through all clients' calls.
      const rows = await db.select(
        'sponsored_call',
        `WHERE ${where} ORDER BY created_at_ms + 0 DESC, id DESC LIMIT :limit`,
        {
          account,
          limit,
          ...(onlyOn === null ? {} : { chain: onlyOn }),
          ...(after === null ? {} : { afterMs: after.createdAtMs, afterId: after.id }),
        },
      );
      return rows.map(callOf);
    },

    async unmadeSponsoredCalls(chain, limit) {
      const tail = `WHERE signed IS NOT NULL AND chain = :chain AND NOT EXISTS (
          SELECT 1 FROM effect WHERE effect.route_id = bundle_id AND effect.state = 'open'
        ) ORDER BY accepted_at_ms LIMIT :limit`;
      return (await db.select('sponsored_call', tail, { chain, limit })).map(callOf);
    },
  };
}

export function sponsorWrites(db: Db): Omit<SponsorWrites, keyof SponsorReads> {
  return {
    async insertSponsoredCall({ fee, ...call }) {
      await db.insert('sponsored_call', { ...call, feeToken: fee.token, feeUnits: fee.units });
    },

    async acceptSponsoredCall({ id, bundleId: before }, change) {
      const where = before === null ? 'bundle_id IS NULL' : 'bundle_id = :before';
      const changed = await db.update(
        'sponsored_call',
        change,
        `id = :id AND outcome IS NULL AND ${where}`,
        { id, ...(before === null ? {} : { before }) },
      );
      return changed === 1;
    },

    async settleSponsoredCall(id, change) {
      await db.update('sponsored_call', change, 'id = :id', { id });
    },
  };
}

/** For this long after its time, a prepared call is answered as expired. */
const preparedForMs = 600_000;
const endedForMs = 90 * 86_400_000;

/** Deletes what was prepared and never sent, and what ended long ago. */
export async function pruneSponsored(db: Db, nowMs: number): Promise<void> {
  await db.run('DELETE FROM sponsored_call WHERE bundle_id IS NULL AND created_at_ms < :before', {
    before: nowMs - preparedForMs,
  });
  await db.run('DELETE FROM sponsored_call WHERE outcome IS NOT NULL AND created_at_ms < :before', {
    before: nowMs - endedForMs,
  });
}

function callIn(row: SponsoredCallRow | null): SponsoredCall | null {
  return row === null ? null : callOf(row);
}

function callOf({ feeToken, feeUnits, ...call }: SponsoredCallRow): SponsoredCall {
  return { ...call, fee: { token: feeToken, units: feeUnits } };
}

function unitsIn(value: unknown): bigint {
  return BigInt(String(value));
}
