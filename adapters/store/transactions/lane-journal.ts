import type { TransactionReads, TransactionWrites } from '@interline/core/transactions';
import { type ChainRef, type EvmAddress, RelayError } from '@interline/kernel';
import type { Db } from '../engine/db.ts';

type Reads = Pick<TransactionReads, 'lane' | 'lanes'>;
type Writes = Pick<TransactionWrites, 'allotNonce' | 'openLane' | 'markMined' | 'stopLane'>;

const ofLane = 'chain = :chain AND account = :account';

export function laneReads(db: Db): Reads {
  return {
    lane: (chain, account) => db.first('nonce_lane', `WHERE ${ofLane}`, { chain, account }),
    lanes: () => db.select('nonce_lane', 'ORDER BY chain, account'),
  };
}

export function laneWrites(db: Db): Writes {
  return {
    async allotNonce(chain, account) {
      const [lane] = await db.returning(
        'nonce_lane',
        `UPDATE nonce_lane SET next_nonce = next_nonce + 1 WHERE ${ofLane} AND stopped IS NULL`,
        { chain, account },
      );
      if (lane === undefined) throw await laneStopped(db, chain, account);
      return lane.nextNonce - 1;
    },

    async openLane(chain, account, chainNonce) {
      await db.insert(
        'nonce_lane',
        { chain, account, nextNonce: chainNonce, lastMined: -1, stopped: null },
        'ON CONFLICT (chain, account) DO UPDATE SET next_nonce = excluded.next_nonce WHERE excluded.next_nonce > nonce_lane.next_nonce',
      );
    },

    async markMined(chain, account, nonce) {
      await db.update('nonce_lane', { lastMined: nonce }, `${ofLane} AND last_mined < :nonce`, {
        chain,
        account,
        nonce,
      });
    },

    async stopLane(chain, account, reason) {
      await db.update('nonce_lane', { stopped: reason }, ofLane, { chain, account });
    },
  };
}

async function laneStopped(db: Db, chain: ChainRef, account: EvmAddress): Promise<RelayError> {
  const lane = await db.first('nonce_lane', `WHERE ${ofLane}`, { chain, account });
  return new RelayError('LANE_STOPPED', {
    chain,
    reason: lane?.stopped ?? 'it was not opened yet',
  });
}
