import type { ContractStore } from './contract-store.ts';
import { expect } from 'chai';

export function storeSureTime(given: () => ContractStore): void {
  describe('the newest time that was believed', () => {
    it('only grows, whichever process is the last to keep one', async () => {
      const keep = (atMs: number) => given().run('keep', (tx) => tx.sureTime.keepSureTime(atMs));
      const read = () => given().reads.sureTime.sureTime();
      const kept = [await read()];
      for (const atMs of [5, 3, 1_764_000_000_000]) {
        await keep(atMs);
        kept.push(await read());
      }

      expect(kept).to.deep.equal([null, 5, 5, 1_764_000_000_000]);
    });
  });
}
