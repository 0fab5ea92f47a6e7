import type { SponsoredCall, SponsorReads } from '@interline/core/sponsor';
import { asUnits, evmAddress, evmChain } from '@interline/kernel';
import { expect } from 'chai';
import type { ContractStore } from './contract-store.ts';
import { reservation, transaction } from './store-samples.ts';

const base = evmChain(8453);
const account = evmAddress(`0x${'11'.repeat(20)}`);
const authorization = {
  chainId: 8453,
  address: evmAddress(`0x${'22'.repeat(20)}`),
  nonce: 0,
  yParity: 1,
  r: `0x${'33'.repeat(32)}`,
  s: `0x${'44'.repeat(32)}`,
} as const;

const sample: SponsoredCall = {
  id: 'sp_1',
  kind: 'calls',
  chain: base,
  account,
  nonce: 2n ** 255n,
  callData: '0x34fcd5be',
  callGas: 100_000n,
  delegates: true,
  hash: `0x${'55'.repeat(32)}`,
  fee: { token: evmAddress(`0x${'66'.repeat(20)}`), units: asUnits(25_000n) },
  client: 'c_1',
  createdAtMs: 1_000,
  expiresAtMs: 61_000,
  bundleId: null,
  acceptedAtMs: null,
  takenKey: null,
  signed: null,
  outcome: null,
  isCharged: false,
};
const accepted = {
  bundleId: 'sb_1',
  acceptedAtMs: 2_000,
  takenKey: 'calls/1',
  signed: { signature: '0x77', authorization },
} as const;
const included = { isSuccess: true, gasUsed: 86_319n, feePaid: asUnits(25_000n), innerError: null };

export function storeSponsored(given: () => ContractStore): void {
  describe('sponsored calls', () => {
    const insert = (...calls: readonly SponsoredCall[]) =>
      given().run('insert', async ({ sponsor }) => {
        for (const call of calls) await sponsor.insertSponsoredCall(call);
      });
    const accept = (from: SponsoredCall, change: Partial<SponsoredCall> = {}) =>
      given().run('accept', ({ sponsor }) =>
        sponsor.acceptSponsoredCall(from, { ...accepted, ...change }),
      );

    it('are listed for their account once they are committed, newest first, of one chain or of all', async () => {
      const arbitrum = evmChain(42161);
      const stranger = evmAddress(`0x${'99'.repeat(20)}`);
      const later = { ...sample, id: 'sp_2', createdAtMs: 2_000 };
      const sameMoment = { ...later, id: 'sp_3', chain: arbitrum };
      const others = { ...sample, id: 'sp_4', account: stranger };
      await insert(sample, later, sameMoment, others, { ...sample, id: 'sp_5' });
      for (const [at, one] of [sample, later, sameMoment, others].entries())
        await accept(one, { takenKey: `calls/${at}` });
      const idsOf = async (
        change: Partial<Parameters<SponsorReads['sponsoredCallsOfAccount']>[0]> = {},
      ) => {
        const search = { account, onlyOn: null, after: null, limit: 9, ...change };
        return (await given().reads.sponsor.sponsoredCallsOfAccount(search)).map(({ id }) => id);
      };

      expect(await idsOf()).to.deep.equal(['sp_3', 'sp_2', 'sp_1']);
      expect(await idsOf({ limit: 2 })).to.deep.equal(['sp_3', 'sp_2']);
      expect(await idsOf({ after: sameMoment })).to.deep.equal(['sp_2', 'sp_1']);
      expect(await idsOf({ after: later })).to.deep.equal(['sp_1']);
      expect(await idsOf({ onlyOn: arbitrum })).to.deep.equal(['sp_3']);
      expect(await idsOf({ account: stranger })).to.deep.equal(['sp_4']);
    });

    it('are read as they were written, by their id, their nonce and their transaction', async () => {
      await insert(sample, { ...sample, id: 'sp_2' });

      const isAccepted = await accept(sample);

      const { sponsor } = given().reads;
      const kept = { ...sample, ...accepted };
      expect(isAccepted).to.equal(true);
      expect(await sponsor.sponsoredCall('sp_1')).to.deep.equal(kept);
      expect(await sponsor.sponsoredCallOfKey('calls/1')).to.deep.equal(kept);
      expect(await sponsor.sponsoredCallsOf('sb_1')).to.deep.equal([kept]);
      expect(await sponsor.unmadeSponsoredCalls(base, 10)).to.deep.equal([kept]);
      expect(await sponsor.unmadeSponsoredCalls(evmChain(10), 10)).to.deep.equal([]);
      expect(await sponsor.sponsoredCall('sp_3')).to.equal(null);
    });

    it('are accepted once from each state, and no two with one nonce', async () => {
      await insert(sample, { ...sample, id: 'sp_2' });
      await accept(sample);

      const again = await accept(sample);
      const alone = await accept({ ...sample, bundleId: 'sb_1' }, { bundleId: 'sb_2' });
      const other = await accept({ ...sample, id: 'sp_2' }).catch(() => 'the nonce is taken');

      expect([again, alone, other]).to.deep.equal([false, true, 'the nonce is taken']);
    });

    it('are under way until their end is known, which takes the signature away', async () => {
      await insert(sample);
      const { sponsor } = given().reads;
      const before = await sponsor.isSponsoredNow(base, account);
      await accept(sample);
      const meanwhile = await sponsor.isSponsoredNow(base, account);

      const settled = { outcome: included, takenKey: 'calls/1', signed: null, isCharged: true };
      await given().run('settle', (tx) => tx.sponsor.settleSponsoredCall('sp_1', settled));

      expect([before, meanwhile, await sponsor.isSponsoredNow(base, account)]).to.deep.equal([
        false,
        true,
        false,
      ]);
      expect(await sponsor.wasSponsored(base, account)).to.equal(true);
      expect(await sponsor.unmadeSponsoredCalls(base, 10)).to.deep.equal([]);
      expect(await sponsor.sponsoredCall('sp_1')).to.deep.equal({
        ...sample,
        ...accepted,
        ...settled,
      });
    });

    it('can cost what is reserved for their transaction, each by its gas, until that is in a block', async () => {
      const more = { ...sample, id: 'sp_2', callGas: 300_000n, client: 'c_2' };
      await insert(sample, more, { ...sample, id: 'sp_3', client: 'c_2' });
      await accept(sample);
      await accept(more, { takenKey: 'calls/2' });
      await given().run('commit', async (tx) => {
        const owner = { kind: 'sponsor', id: 'sb_1' } as const;
        await tx.transactions.insertTransaction(
          transaction('ef_1', 1, { owner, purpose: 'sponsor', expects: null }),
        );
        await tx.transactions.insertReservation(
          reservation('gas_ef_1', { owner, units: asUnits(4_001n) }),
        );
      });
      const openOn = (chain: typeof base) =>
        given().reads.sponsor.openSponsored(chain, { client: 'c_2', account });

      const unmade = async () =>
        (await given().reads.sponsor.unmadeSponsoredCalls(base, 10)).map(({ id }) => id);

      const open = [await openOn(base), await openOn(evmChain(10))];
      const whileOpen = await unmade();
      await given().run('mine', (tx) =>
        tx.transactions.moveTransaction('ef_1', 'open', { state: 'mined' }),
      );

      const nothing = { inAll: 0n, ofClient: 0n, ofPayer: 0n };
      expect(open).to.deep.equal([{ inAll: 4_002n, ofClient: 3_001n, ofPayer: 4_002n }, nothing]);
      expect(await openOn(base)).to.deep.equal(nothing);
      expect([whileOpen, await unmade()]).to.deep.equal([[], ['sp_1', 'sp_2']]);
    });

    it('are forgotten ten minutes after they were prepared, or 90 days after they were sent', async () => {
      await insert(sample, { ...sample, id: 'sp_2' }, { ...sample, id: 'sp_3' });
      await accept({ ...sample, id: 'sp_2' }, { takenKey: 'calls/2' });
      await accept({ ...sample, id: 'sp_3' }, { takenKey: 'calls/3' });
      const settled = { outcome: included, takenKey: 'calls/3', signed: null, isCharged: false };
      await given().run('settle', (tx) => tx.sponsor.settleSponsoredCall('sp_3', settled));
      const left = async (): Promise<readonly string[]> => {
        const found = await Promise.all(
          ['sp_1', 'sp_2', 'sp_3'].map((id) => given().reads.sponsor.sponsoredCall(id)),
        );
        return found.flatMap((one) => (one === null ? [] : [one.id]));
      };
      const days = 86_400_000;

      await given().run('prune', (tx) => tx.prune(601_000));
      const atFirst = await left();
      await given().run('prune', (tx) => tx.prune(601_001));
      const then = await left();
      await given().run('prune', (tx) => tx.prune(90 * days + 1_001));

      expect([atFirst, then, await left()]).to.deep.equal([
        ['sp_1', 'sp_2', 'sp_3'],
        ['sp_2', 'sp_3'],
        ['sp_2'],
      ]);
    });
  });
}
