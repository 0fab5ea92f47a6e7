import type { VaultLink } from '@interline/core/membership';
import { evmAddress, evmChain } from '@interline/kernel';
import { expect } from 'chai';
import type { ContractStore } from './contract-store.ts';

const vault = evmAddress(`0x${'a1'.repeat(20)}`);
const hot = evmAddress(`0x${'b2'.repeat(20)}`);
const link: VaultLink = {
  vault,
  hot,
  onlyOn: evmChain(8453),
  nonce: `0x${'11'.repeat(32)}`,
  expiresAtMs: 10_000,
  createdAtMs: 1_000,
  isEnded: false,
};

export function storeLinks(given: () => ContractStore): void {
  describe('a link from a vault', () => {
    const insert = (one: VaultLink) =>
      given().run('link', ({ membership }) => membership.insertLink(one));
    const linksAt = (nowMs: number) => given().reads.membership.linksTo(hot, nowMs);

    it('comes back as it was written until its time is over, to the millisecond', async () => {
      const ofKey = { ...link, nonce: `0x${'22'.repeat(32)}`, onlyOn: null, createdAtMs: 2_000 };
      await insert(link);
      await insert(ofKey);

      expect(await linksAt(9_999)).to.deep.equal([link, ofKey]);
      expect(await linksAt(10_000)).to.deep.equal([]);
      expect(await given().reads.membership.linksTo(vault, 2_000)).to.deep.equal([]);
    });

    it('is made once of one nonce, after its end neither', async () => {
      const first = await insert(link);
      const ended = await given().run('end', ({ membership }) =>
        membership.endLinks({ vault, hot, onlyOn: null }, 2_000),
      );

      expect([first, ended, await insert(link)]).to.deep.equal([true, 1, false]);
      expect(await linksAt(2_000)).to.deep.equal([]);
      // The nonce of another vault is its own.
      expect(await insert({ ...link, vault: hot, hot: vault })).to.equal(true);
    });

    it('of another chain than the one that is named is not ended', async () => {
      await insert(link);
      const ended = (onlyOn: VaultLink['onlyOn']) =>
        given().run('end', ({ membership }) => membership.endLinks({ vault, hot, onlyOn }, 2_000));

      expect([await ended(evmChain(10)), await ended(evmChain(8453))]).to.deep.equal([0, 1]);
    });

    it('is forgotten once its time is over, and no sooner', async () => {
      await insert(link);

      await given().run('prune', (tx) => tx.prune(10_000));
      const again = await insert(link);
      await given().run('prune', (tx) => tx.prune(10_001));

      expect([again, await insert(link)]).to.deep.equal([false, true]);
    });
  });
}
