import { expect } from 'chai';
import type { ContractStore } from './contract-store.ts';

const claim = { name: 'f00d', bodyHash: '0xbb', answer: null, atMs: 1_763_600_000_000 };

export function storeAnswers(given: () => ContractStore): void {
  const claimed = (change: Partial<typeof claim> = {}) =>
    given().run('claim', (tx) => tx.idempotency.takeAnswer({ ...claim, ...change }));

  describe('a kept answer', () => {
    it('belongs to the first request that claims its name; every other request gets that answer', async () => {
      const answers = await Promise.all([
        claimed(),
        claimed({ bodyHash: '0xcc', atMs: claim.atMs + 1 }),
        claimed({ name: 'beef' }),
      ]);

      expect(answers).to.deep.equal([null, claim, null]);
      expect(await given().reads.idempotency.keptAnswer('f00d')).to.deep.equal(claim);
      expect(await given().reads.idempotency.keptAnswer('dead')).to.equal(null);
    });

    it('is kept with its text, however long', async () => {
      const { run, reads } = given();
      const answer = JSON.stringify({
        note: 'ünïcode \\ " \u0000'.repeat(5_000).replaceAll('\u0000', ''),
      });
      await claimed();

      await run('keep', (tx) => tx.idempotency.keepAnswer('f00d', answer));

      expect(await reads.idempotency.keptAnswer('f00d')).to.deep.equal({ ...claim, answer });
    });

    it('leaves its name free if it was dropped, and need not be there', async () => {
      const { run } = given();
      await claimed();

      await run('drop', async (tx) => {
        await tx.idempotency.dropAnswer('f00d');
        await tx.idempotency.dropAnswer('dead');
      });

      expect(await claimed()).to.equal(null);
    });

    it('is forgotten after a day, and not a millisecond sooner', async () => {
      const { run, reads } = given();
      await claimed();

      await run('prune', (tx) => tx.prune(claim.atMs + 86_400_000));
      const kept = await reads.idempotency.keptAnswer('f00d');
      await run('prune', (tx) => tx.prune(claim.atMs + 86_400_001));

      expect([kept, await reads.idempotency.keptAnswer('f00d')]).to.deep.equal([claim, null]);
    });
  });
}
