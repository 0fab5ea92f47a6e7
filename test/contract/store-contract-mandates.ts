import type { Writes } from '@interline/core';
import type { Mandate, MandatePayment } from '@interline/core/mandates';
import { asAmount, evmChain, permit2Address } from '@interline/kernel';
import { expect } from 'chai';
import type { ContractStore } from './contract-store.ts';
import { payer } from './store-samples.ts';

const mandate: Mandate = {
  id: 'mnd_1',
  account: payer,
  hash: 'h1',
  token: 'a.b.c~d~',
  terms: {
    constraints: [
      { kind: 'budget', max: 1_000n },
      { kind: 'recurrence', frequency: 'DAILY', maxUses: null },
    ],
    preset: { payment_amount: { amount: 100, currency: 'USD' } },
    agentKey: { kty: 'OKP', crv: 'Ed25519', x: 'x' },
    notBeforeSec: 0,
    expiresSec: 2_000,
  },
  agentKeyId: 'k1',
  userKey: { kty: 'EC', crv: 'P-256', x: 'x', y: 'y' },
  evidence: { text: 'what was signed', signature: '0x02' },
  ceiling: {
    chain: evmChain(8453),
    owner: permit2Address,
    token: permit2Address,
    spender: permit2Address,
    units: asAmount(10n ** 30n),
    expiresSec: 2_000,
    nonce: 0n,
    sigDeadline: 2n ** 255n,
    signature: '0x01',
  },
  state: 'active',
  reserved: 0n,
  spent: 0n,
  uses: 0,
  expiresAtMs: 2_000_000,
  createdAtMs: 1_000,
  revokedAtMs: null,
};

const payment: MandatePayment = {
  closedHash: 'c1',
  mandateId: 'mnd_1',
  routeId: 'rt_1',
  cents: 400n,
  worthCents: 399n,
  units: asAmount(3_990_000n),
  window: null,
  state: 'reserved',
  reference: 'r1',
  claims: { payee: { id: 'x' } },
  atMs: 5,
};

const dayMs = 86_400_000;
const free = { maxCents: null, maxUses: null };

export function storeMandates(given: () => ContractStore): void {
  const write = <T>(work: (tx: Writes) => Promise<T>): Promise<T> => given().run('write', work);
  const insert = (change: Partial<Mandate> = {}) =>
    write(({ mandates }) => mandates.insertMandate({ ...mandate, ...change }));
  const pay = (change: Partial<MandatePayment> = {}) =>
    write(({ mandates }) => mandates.insertMandatePayment({ ...payment, ...change }));
  const reserve = (cents: bigint, limits: { maxCents: bigint | null; maxUses: number | null }) =>
    write(({ mandates }) => mandates.reserveOf('mnd_1', cents, limits, 10));
  const reads = () => given().reads.mandates;
  const sums = async () => {
    const { reserved, spent, uses } = (await reads().mandate('mnd_1')) ?? mandate;
    return { reserved, spent, uses };
  };

  describe('a mandate', () => {
    it('comes back as it was written, by its id, by what was signed, and in a list of its account', async () => {
      await insert();
      await insert({ id: 'mnd_2', hash: 'h2', createdAtMs: 2_000 });
      await insert({ id: 'mnd_3', hash: 'h3', account: 'another' });

      expect(await reads().mandate('mnd_1')).to.deep.equal(mandate);
      expect(await reads().mandateByHash('h1')).to.deep.equal(mandate);
      const first = await reads().mandatesOf(payer, null, 1);
      expect(first.map(({ id }) => id)).to.deep.equal(['mnd_2']);
      const behind = first[0] ?? null;
      expect((await reads().mandatesOf(payer, behind, 9)).map(({ id }) => id)).to.deep.equal([
        'mnd_1',
      ]);
      expect(await reads().countMandates(payer)).to.equal(2);
    });

    it('is registered once, whatever becomes of it', async () => {
      const first = await insert();
      await write(({ mandates }) => mandates.revokeMandate('mnd_1', 7));

      expect([first, await insert({ id: 'mnd_2' })]).to.deep.equal([true, false]);
    });

    it('is forgotten 100 days after its token ended, with its payments and verdicts, whatever ended before', async () => {
      await insert({ expiresAtMs: 10 });
      await reserve(400n, free);
      await pay({ state: 'spent' });
      await write(({ mandates }) =>
        mandates.recordMandateReceipt({
          ...{ mandateId: 'mnd_1', routeId: 'rt_1', kind: 'done', claims: {}, atMs: 5, jws: null },
        }),
      );
      const leftAt = async (ms: number) => {
        await write((tx) => tx.prune(ms));
        return [
          await reads().mandate('mnd_1'),
          await reads().mandatePayment('c1'),
          await reads().verdictOfRoute('mnd_1', 'rt_1'),
        ].filter((one) => one !== null).length;
      };

      expect([
        await leftAt(2_000_999 + 100 * dayMs),
        await leftAt(2_001_000 + 100 * dayMs),
      ]).to.deep.equal([3, 0]);
    });

    it('stays while a payment is under way, though its token ended long ago', async () => {
      await insert();
      await pay();
      const isThereAt = async (ms: number) => {
        await write((tx) => tx.prune(ms));
        return (await reads().mandate('mnd_1')) !== null;
      };
      const before = await isThereAt(200 * dayMs);
      await write(({ mandates }) => mandates.moveMandatePayment('rt_1', 'spent'));

      expect([before, await isThereAt(200 * dayMs)]).to.deep.equal([true, false]);
    });

    it('that was revoked stays revoked until its token cannot be registered any more', async () => {
      await insert();
      await write(({ mandates }) => mandates.revokeMandate('mnd_1', 7));
      await write((tx) => tx.prune(2_000_999 + 100 * dayMs));

      expect(await insert({ id: 'mnd_2' })).to.equal(false);
    });

    it('is marked as expired for its owner once, and not if it was revoked', async () => {
      await insert({ expiresAtMs: 100 });
      await insert({ id: 'mnd_2', hash: 'h2', expiresAtMs: 50 });
      await insert({ id: 'mnd_3', hash: 'h3', expiresAtMs: 100 });
      await write(({ mandates }) => mandates.revokeMandate('mnd_3', 7));
      const untold = async (ms: number) => (await reads().expiredUntold(ms, 9)).map(({ id }) => id);
      const mark = (id: string) => write(({ mandates }) => mandates.markExpiryTold(id, 200));

      expect([await untold(99), await untold(100)]).to.deep.equal([['mnd_2'], ['mnd_2', 'mnd_1']]);
      expect([await mark('mnd_2'), await mark('mnd_2'), await mark('mnd_3')]).to.deep.equal([
        true,
        false,
        false,
      ]);
      expect(await untold(100)).to.deep.equal(['mnd_1']);
    });

    it('has taken the units of its payments that did not fail, to the unit', async () => {
      await insert();
      const most = asAmount(2n ** 255n);
      await pay({ units: most });
      await pay({ closedHash: 'c2', routeId: 'rt_2', units: asAmount(1n) });
      await pay({ closedHash: 'c3', routeId: 'rt_3', mandateId: 'mnd_2' });
      const both = await reads().unitsTaken('mnd_1');
      await write(({ mandates }) => mandates.moveMandatePayment('rt_1', 'returned'));

      expect([both, await reads().unitsTaken('mnd_1')]).to.deep.equal([most + 1n, 1n]);
    });

    it('is revoked once, and takes nothing from then on', async () => {
      await insert();
      const before = await reserve(1n, free);
      const revoked = [
        await write(({ mandates }) => mandates.revokeMandate('mnd_1', 7)),
        await write(({ mandates }) => mandates.revokeMandate('mnd_1', 8)),
      ];

      expect([before, ...revoked, await reserve(1n, free)]).to.deep.equal([
        true,
        true,
        false,
        false,
      ]);
      expect(await reads().mandate('mnd_1')).to.include({ state: 'revoked', revokedAtMs: 7 });
      expect(await sums()).to.deep.equal({ reserved: 1n, spent: 0n, uses: 1 });
    });

    it('takes nothing once it is over', async () => {
      await insert({ expiresAtMs: 10 });
      await insert({ id: 'mnd_2', hash: 'h2', expiresAtMs: 11 });
      const reserveAt10 = (id: string) =>
        write(({ mandates }) => mandates.reserveOf(id, 1n, free, 10));

      expect([await reserveAt10('mnd_1'), await reserveAt10('mnd_2')]).to.deep.equal([false, true]);
      const open = await reads().openCeilings('eip155:8453', 10);
      expect(open).to.deep.equal([{ id: 'mnd_2', account: payer, ceiling: mandate.ceiling }]);
      expect(await reads().openCeilings('eip155:1', 10)).to.deep.equal([]);
    });

    it('has a budget to the cent, and so many uses', async () => {
      await insert();

      expect(await reserve(1_000n, { maxCents: 999n, maxUses: null })).to.equal(false);
      expect(await reserve(400n, { maxCents: 1_000n, maxUses: 1 })).to.equal(true);
      expect(await reserve(601n, { maxCents: 1_000n, maxUses: null })).to.equal(false);
      expect(await reserve(600n, { maxCents: 1_000n, maxUses: 1 })).to.equal(false);
      expect(await reserve(600n, { maxCents: 1_000n, maxUses: 2 })).to.equal(true);
      expect(await sums()).to.deep.equal({ reserved: 1_000n, spent: 0n, uses: 2 });
    });

    it('serves exactly ten of a hundred that ask for a tenth of it at once', async () => {
      await insert();

      const taken = await Promise.all(
        Array.from({ length: 100 }, () => reserve(100n, { maxCents: 1_000n, maxUses: null })),
      );

      expect(taken.filter((one) => one)).to.have.length(10);
      expect(await sums()).to.deep.equal({ reserved: 1_000n, spent: 0n, uses: 10 });
    });
  });

  describe('a payment under a mandate', () => {
    it('comes back as it was written, by its closed claims and by its route, and is one of its kind', async () => {
      await insert();
      const written = [await pay(), await pay({ routeId: 'rt_2' })];

      expect(written).to.deep.equal([true, false]);
      expect(await reads().mandatePayment('c1')).to.deep.equal(payment);
      expect(await reads().paymentOfRoute('rt_1')).to.deep.equal(payment);
      expect(await reads().paymentOfRoute('rt_2')).to.equal(null);
    });

    it('is the one of its window, until it came to nothing', async () => {
      await insert();
      const first = await pay({ window: '2026-11-27' });
      const second = await pay({ closedHash: 'c2', routeId: 'rt_2', window: '2026-11-27' });
      const next = await pay({ closedHash: 'c3', routeId: 'rt_3', window: '2026-11-28' });
      const windows = [...(await reads().usedWindows('mnd_1'))].sort();
      await write(({ mandates }) => mandates.moveMandatePayment('rt_1', 'returned'));
      const again = await pay({ closedHash: 'c4', routeId: 'rt_4', window: '2026-11-27' });

      expect([first, second, next, again]).to.deep.equal([true, false, true, true]);
      expect(windows).to.deep.equal(['2026-11-27', '2026-11-28']);
    });

    it('counts as reserved, then as spent or as nothing, and again after a reorg', async () => {
      await insert();
      await reserve(400n, free);
      await pay();
      const move = (to: MandatePayment['state']) =>
        write(({ mandates }) => mandates.moveMandatePayment('rt_1', to));
      const seen = [await sums()];
      for (const to of ['spent', 'reserved', 'returned', 'reserved', 'spent'] as const) {
        expect(await move(to)).to.equal(true);
        seen.push(await sums());
      }

      expect(await move('spent')).to.equal(false);
      expect(seen).to.deep.equal([
        { reserved: 400n, spent: 0n, uses: 1 },
        { reserved: 0n, spent: 400n, uses: 1 },
        { reserved: 400n, spent: 0n, uses: 1 },
        { reserved: 0n, spent: 0n, uses: 0 },
        { reserved: 400n, spent: 0n, uses: 1 },
        { reserved: 0n, spent: 400n, uses: 1 },
      ]);
    });
  });

  describe('a challenge', () => {
    it('is taken once, in its time, for its mandate', async () => {
      const insertChallenge = (nonceHash: string) =>
        write(({ mandates }) =>
          mandates.insertChallenge({ nonceHash, mandateId: 'mnd_1', expiresAtMs: 100 }),
        );
      const take = (nonceHash: string, mandateId: string, nowMs: number) =>
        write(({ mandates }) => mandates.takeChallenge(nonceHash, mandateId, nowMs));
      await insertChallenge('n1');
      await insertChallenge('n2');

      expect(await take('n1', 'mnd_2', 99)).to.equal(false);
      expect(await reads().isChallengeOpen('n1', 'mnd_1', 99)).to.equal(true);
      expect(await take('n1', 'mnd_1', 99)).to.equal(true);
      expect(await take('n1', 'mnd_1', 99)).to.equal(false);
      expect(await take('n2', 'mnd_1', 100)).to.equal(false);
      expect(await reads().isChallengeOpen('n2', 'mnd_1', 100)).to.equal(false);
      await write((tx) => tx.prune(100));
      expect(await reads().isChallengeOpen('n2', 'mnd_1', 99)).to.equal(false);
    });
  });

  describe('a verdict', () => {
    it('has the next number of its mandate, and is found by its route', async () => {
      await insert();
      const receipt = {
        mandateId: 'mnd_1',
        routeId: 'rt_1',
        claims: { result: 'success' },
        atMs: 5,
      };
      await write(async ({ mandates }) => {
        await mandates.recordMandateReceipt({ ...receipt, kind: 'accepted', jws: 'a.b.c' });
        await mandates.recordMandateReceipt({ ...receipt, kind: 'done', jws: null });
      });

      const all = await reads().mandateReceipts('mnd_1', null, 9);

      expect(all).to.deep.equal([
        { ...receipt, seq: 2, kind: 'done', jws: null },
        { ...receipt, seq: 1, kind: 'accepted', jws: 'a.b.c' },
      ]);
      expect(await reads().mandateReceipts('mnd_1', 2, 9)).to.deep.equal(all.slice(1));
      expect(await reads().verdictOfRoute('mnd_1', 'rt_1')).to.deep.equal(all[1]);
    });
  });
}
