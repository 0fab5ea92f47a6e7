import type { ContractStore } from './contract-store.ts';
import { expect } from 'chai';

export function storeReceipts(given: () => ContractStore): void {
  const insert = (seq: number): Promise<void> =>
    given().run('insert', (tx) => tx.receipts.insertReceiptKey(key(seq), `sealed ${seq}`));

  describe('a key that signs receipts', () => {
    it('comes back with the others, the oldest first, and only the last has its sealed half', async () => {
      const { receipts } = given().reads;
      await insert(1);
      const before = await receipts.sealedReceiptKey(1);
      await insert(2);

      expect(await receipts.receiptKeys()).to.deep.equal([key(1), key(2)]);
      expect([
        before,
        await receipts.sealedReceiptKey(1),
        await receipts.sealedReceiptKey(2),
        await receipts.sealedReceiptKey(3),
      ]).to.deep.equal(['sealed 1', null, 'sealed 2', null]);
    });

    it('is drawn once under its number', async () => {
      await insert(1);
      const again = await insert(1).then(
        () => 'stood',
        () => 'failed',
      );

      expect(again).to.equal('failed');
      expect(await given().reads.receipts.receiptKeys()).to.deep.equal([key(1)]);
    });
  });
}

function key(seq: number) {
  return {
    seq,
    kid: `kid ${seq}`,
    x: `x ${seq}`,
    notBeforeMs: seq * 7_776_000_000,
    notAfterMs: (seq + 1) * 7_776_000_000,
  };
}
