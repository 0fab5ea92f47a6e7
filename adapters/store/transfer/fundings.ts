import type { Funding, TransferReads, TransferWrites } from '@interline/core/transfer';
import type { Db } from '../engine/db.ts';

type FundingReads = Pick<TransferReads, 'funding' | 'waitingFundings'>;
type FundingWrites = Pick<TransferWrites, 'insertFunding' | 'changeFunding' | 'removeFunding'>;

export function fundingReads(db: Db): FundingReads {
  return {
    funding: (routeId) => db.first('funding', 'WHERE route_id = :routeId', { routeId }),

    async waitingFundings(client) {
      const { rows } = await db.run(
        'SELECT count(*) AS waiting, sum(CASE WHEN client = :client THEN 1 ELSE 0 END) AS own FROM funding',
        { client },
      );
      return { all: Number(rows[0]?.waiting ?? 0), ofClient: Number(rows[0]?.own ?? 0) };
    },
  };
}

export function fundingWrites(db: Db): FundingWrites {
  return {
    async insertFunding(funding: Funding) {
      await db.insert('funding', funding);
    },

    async changeFunding(routeId, change) {
      await db.update('funding', change, 'route_id = :routeId', { routeId });
    },

    async removeFunding(routeId) {
      await db.run('DELETE FROM funding WHERE route_id = :routeId', { routeId });
    },
  };
}
