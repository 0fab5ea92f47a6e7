import type { TransferRecord } from '@interline/core/transfer';
import { asUnits } from '@interline/kernel';
import type { ContractStore } from './contract-store.ts';
import { base, optimism } from './store-samples.ts';
import { expect } from 'chai';

export function storeRecords(given: () => ContractStore): void {
  const put = (...records: readonly TransferRecord[]) =>
    given().run('put', async (tx) => {
      for (const record of records) await tx.transfers.putTransferRecord(record);
    });

  describe('a delivery record', () => {
    it('is read as it was stored, newest first and at most as many as requested', async () => {
      const { reads } = given();
      const huge = record('rt_2', {
        quoted: asUnits(2n ** 255n),
        delivered: asUnits(2n ** 255n - 1n),
        outcome: 'missed',
        atMs: endMs + 1,
      });

      await put(record('rt_1'), huge, record('rt_3', { atMs: endMs - 1 }));

      expect(await reads.transfers.transferRecords(endMs, 10)).to.deep.equal([
        huge,
        record('rt_1'),
      ]);
      expect(await reads.transfers.transferRecords(0, 2)).to.deep.equal([huge, record('rt_1')]);
      expect(await reads.transfers.transferRecords(endMs + 2, 10)).to.deep.equal([]);
    });

    it('is one a route: a later end replaces the one before', async () => {
      const { reads } = given();
      const later = record('rt_1', {
        rail: 'relay',
        delivered: asUnits(0n),
        outcome: 'failed',
        token: null,
        costBps: null,
        tookMs: 9_000,
        atMs: endMs + 5,
      });

      await put(record('rt_1'), later);

      expect(await reads.transfers.transferRecords(0, 10)).to.deep.equal([later]);
    });

    it('goes when its route goes on, and need not be there', async () => {
      const { run, reads } = given();
      await put(record('rt_1'), record('rt_2'));

      await run('clear', async (tx) => {
        await tx.transfers.clearTransferRecord('rt_1');
        await tx.transfers.clearTransferRecord('rt_9');
      });

      expect(await reads.transfers.transferRecords(0, 10)).to.deep.equal([record('rt_2')]);
    });

    it('is forgotten after 90 days, and not a millisecond sooner', async () => {
      const { run, reads } = given();
      await put(record('rt_1'));

      await run('prune', (tx) => tx.prune(endMs + 7_776_000_000));
      const kept = await reads.transfers.transferRecords(0, 10);
      await run('prune', (tx) => tx.prune(endMs + 7_776_000_001));

      expect([kept.length, await reads.transfers.transferRecords(0, 10)]).to.deep.equal([1, []]);
    });
  });
}

const endMs = 1_763_600_012_000;

function record(routeId: string, change: Partial<TransferRecord> = {}): TransferRecord {
  return {
    routeId,
    rail: 'lifi',
    lane: { from: base, to: optimism },
    quoted: asUnits(24_980_000n),
    delivered: asUnits(24_980_000n),
    agreed: asUnits(24_000_000n),
    tookMs: 12_000,
    outcome: 'delivered',
    atMs: endMs,
    token: 'USDC',
    costBps: 8,
    ...change,
  };
}
