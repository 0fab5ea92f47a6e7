import { expect } from 'chai';
import type { ContractStore } from './store-contract.ts';

const claim = { name: 'f00d', bodyHash: '0xbb', answer: null, atMs: 1_763_600_000_000 };

export function storeAnswers(given: () => ContractStore): void {
  const claimed = (change: Partial<typeof claim> = {}) =>
    given().work.run('claim', (tx) => tx.idempotency.claimAnswer({ ...claim, ...change }));

  describe('a kept answer', () => {
    it('belongs to the first who claims its name; every other is shown the first', async () => {
      const answers = await Promise.all([
        claimed(),
        claimed({ bodyHash: '0xcc', atMs: claim.atMs + 1 }),
        claimed({ name: 'beef' }),
      ]);

      expect(answers).to.deep.equal([null, claim, null]);
      expect(await given().reader.idempotency.keptAnswer('f00d')).to.deep.equal(claim);
      expect(await given().reader.idempotency.keptAnswer('dead')).to.equal(null);
    });

    it('is kept with its text, however long', async () => {
      const { work, reader } = given();
      const answer = JSON.stringify({
        note: 'ünïcode \\ " \u0000'.repeat(5_000).replaceAll('\u0000', ''),
      });
      await claimed();

      await work.run('keep', (tx) => tx.idempotency.keepAnswer('f00d', answer));

      expect(await reader.idempotency.keptAnswer('f00d')).to.deep.equal({ ...claim, answer });
    });

    it('leaves its name free where it was dropped, and need not be there', async () => {
      const { work } = given();
      await claimed();

      await work.run('drop', async (tx) => {
        await tx.idempotency.dropAnswer('f00d');
        await tx.idempotency.dropAnswer('dead');
      });

      expect(await claimed()).to.equal(null);
    });

    it('is forgotten after a day, and not a millisecond sooner', async () => {
      const { work, reader } = given();
      await claimed();

      await work.run('prune', (tx) => tx.prune(claim.atMs + 86_400_000));
      const kept = await reader.idempotency.keptAnswer('f00d');
      await work.run('prune', (tx) => tx.prune(claim.atMs + 86_400_001));

      expect([kept, await reader.idempotency.keptAnswer('f00d')]).to.deep.equal([claim, null]);
    });
  });
}
