import type { GasUse, TransactionReads } from '@interline/core/transactions';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Db } from '../engine/db.ts';
import { listOf, type SqlResult, type SqlValues } from '../engine/statement.ts';

export function gasUseReads(db: Db): Pick<TransactionReads, 'gasUsedLately'> {
  return {
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
