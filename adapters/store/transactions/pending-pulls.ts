import type { PendingPull, TransactionReads } from '@interline/core/transactions';
import { asAddress, asUnits } from '@interline/kernel';
import type { Db } from '../engine/db.ts';
import type { SqlResult } from '../engine/statement.ts';
import { payerOfPull, pullKey, pullUnderWay } from './pull-key.ts';

export function pendingPullReads(
  db: Db,
): Pick<TransactionReads, 'pendingPulls' | 'pendingPullsOn' | 'pullsAfter'> {
  return {
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
      // Two selects, because the index serves each condition but not their OR.
      const { rows } = await db.run(
        `${pullsThat(`state = 'open'`)} UNION ALL ${pullsThat(`state = 'mined' AND mined_block > :block`)}`,
        { isFinal: false, chain, block },
      );
      return rows.map((row) => ({ ...pendingPullOf(row), transactionId: String(row['id']) }));
    },
  };
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
