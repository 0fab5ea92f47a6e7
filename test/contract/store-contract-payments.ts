import type { Settlement } from '@interline/core/payments';
import { asUnits, evmAddress, evmChain, permit2Address } from '@interline/kernel';
import { expect } from 'chai';
import type { ContractStore } from './contract-store.ts';
import { reservation, transaction } from './store-samples.ts';

const base = evmChain(8453);
const token = evmAddress(`0x${'66'.repeat(20)}`);
const payer = evmAddress(`0x${'11'.repeat(20)}`);

const sample: Settlement = {
  id: 'x4_1',
  chain: base,
  token,
  payer,
  payTo: evmAddress(`0x${'22'.repeat(20)}`),
  units: asUnits(10_000n),
  noncesAt: token,
  nonce: `0x${'2c'.repeat(32)}`,
  validAfter: 0n,
  validBefore: 2n ** 255n,
  payloadHash: 'hash/1',
  identifier: null,
  client: 'c_1',
  sentAs: 'xs_1',
  acceptedAtMs: 1_000,
  outcome: null,
  reportedAtMs: null,
  isCharged: false,
};
const nonceOf = (digits: string) => `0x${digits.repeat(32)}` as const;
const other: Settlement = { ...sample, id: 'x4_2', nonce: nonceOf('02'), sentAs: 'xs_2' };
/** As long as one may be. */
const longest = 'a'.repeat(128);
const failed = { isSuccess: false, txHash: `0x${'34'.repeat(32)}`, reason: 'reverted' };
const made = { isSuccess: true, txHash: `0x${'33'.repeat(32)}`, reason: null } as const;
const dayMs = 86_400_000;

export function storePayments(given: () => ContractStore): void {
  describe('payments', () => {
    const insert = (...all: readonly Settlement[]) =>
      given().run('insert', async ({ payments }) => {
        for (const one of all) await payments.insertSettlement(one);
      });

    it('are read as they were written, by id, authorization, identifier and transaction', async () => {
      const named = { ...other, identifier: longest };
      await insert(sample, named);

      const { payments } = given().reads;
      expect(await payments.settlement('x4_1')).to.deep.equal(sample);
      expect(await payments.settlementOf(sample)).to.deep.equal(sample);
      expect(await payments.settlementNamed(payer, longest)).to.deep.equal(named);
      expect(await payments.settlementSentAs('xs_2')).to.deep.equal(named);
      expect(await payments.settlement('x4_3')).to.equal(null);
    });

    it('take each authorization, identifier and transaction once', async () => {
      await insert({ ...sample, identifier: longest });
      const same: readonly Partial<Settlement>[] = [
        { nonce: sample.nonce },
        { nonce: sample.nonce, token: evmAddress(`0x${'77'.repeat(20)}`) },
        { identifier: longest },
        { sentAs: 'xs_1' },
      ];

      for (const one of same) {
        const error = await insert({ ...other, ...one }).catch((thrown: unknown) => thrown);
        expect(error, JSON.stringify(one)).to.be.instanceOf(Error);
      }

      expect(await given().reads.payments.settlement('x4_2')).to.equal(null);
      // Those that have none of them are many.
      await insert(
        { ...other, sentAs: null },
        { ...other, id: 'x4_3', nonce: nonceOf('03'), sentAs: null },
      );
    });

    it('by Permit2 may have the nonce of one by the token, and are counted apart if they are asked for', async () => {
      const noncesAt = permit2Address;
      const byPermit2 = { ...other, noncesAt, nonce: sample.nonce, units: asUnits(7n) };
      await insert(sample, byPermit2);

      const { payments } = given().reads;
      expect(await payments.settlementOf(byPermit2)).to.deep.equal(byPermit2);
      expect(await payments.settlementOf(sample)).to.deep.equal(sample);
      expect(await payments.unitsUnderWay(base, token, payer)).to.equal(10_007n);
      expect(await payments.unitsUnderWay(base, token, payer, noncesAt)).to.equal(7n);
    });

    it('under way count to their payer, token and chain, and not once they have ended', async () => {
      await insert(
        sample,
        { ...other, units: asUnits(5n) },
        { ...other, id: 'x4_3', nonce: nonceOf('03'), sentAs: 'xs_3', outcome: made },
        { ...other, id: 'x4_4', nonce: nonceOf('04'), sentAs: 'xs_4', chain: evmChain(10) },
        { ...other, id: 'x4_5', nonce: nonceOf('05'), sentAs: 'xs_5', payer: token },
      );

      expect(await given().reads.payments.unitsUnderWay(base, token, payer)).to.equal(10_005n);
      expect(await given().reads.payments.unitsUnderWay(base, payer, payer)).to.equal(0n);
    });

    it('that a reorg has reopened count too, and those are named whose transaction was given up', async () => {
      const reopened = { ...other, units: asUnits(5n), outcome: made, noncesAt: permit2Address };
      await insert(sample, reopened);
      await given().run('commit', async (tx) => {
        for (const nth of [1, 2]) {
          const owner = { kind: 'payment', id: `xs_${nth}` } as const;
          const settling = { owner, purpose: 'settle', expects: null } as const;
          await tx.transactions.insertTransaction(transaction(`ef_${nth}`, nth, settling));
        }
      });
      const { payments } = given().reads;
      const underWay = async () => [
        await payments.unitsUnderWay(base, token, payer),
        await payments.unitsUnderWay(base, token, payer, permit2Address),
        await payments.unitsUnderWay(base, payer, payer),
      ];
      const move = (id: string, state: 'mined' | 'displaced' | 'open', reorgs = 0) =>
        given().run('move', async (tx) => {
          const was = (await tx.transactions.transaction(id))?.state ?? 'open';
          await tx.transactions.moveTransaction(id, was, { state, reorgs });
        });

      await move('ef_2', 'mined');
      const settled = await underWay();
      await move('ef_2', 'open', 1);
      const again = await underWay();
      const none = await payments.givenUp();
      await move('ef_1', 'displaced');
      await move('ef_2', 'displaced');

      expect(settled).to.deep.equal([10_000n, 0n, 0n]);
      expect(again).to.deep.equal([10_005n, 5n, 0n]);
      expect(none).to.deep.equal([]);
      expect(await payments.givenUp()).to.deep.equal([sample]);
    });

    it('can cost what is reserved for their transactions, until those are in a block', async () => {
      await insert(
        sample,
        { ...other, client: 'c_2' },
        { ...other, id: 'x4_3', nonce: nonceOf('03'), sentAs: 'xs_3', payer: token },
      );
      await given().run('commit', async (tx) => {
        for (const nth of [1, 2, 3]) {
          const owner = { kind: 'payment', id: `xs_${nth}` } as const;
          await tx.transactions.insertTransaction(
            transaction(`ef_${nth}`, nth, { owner, purpose: 'settle', expects: null }),
          );
          await tx.transactions.insertReservation(
            reservation(`gas_ef_${nth}`, { owner, units: asUnits(10n ** BigInt(nth)) }),
          );
        }
      });
      const openOn = (chain: typeof base) =>
        given().reads.payments.openCost(chain, { client: 'c_1', payer });

      const open = [await openOn(base), await openOn(evmChain(10))];
      await given().run('mine', (tx) =>
        tx.transactions.moveTransaction('ef_1', 'open', { state: 'mined' }),
      );

      expect(open).to.deep.equal([
        { inAll: 1_110n, ofClient: 1_010n, ofPayer: 110n },
        { inAll: 0n, ofClient: 0n, ofPayer: 0n },
      ]);
      expect(await openOn(base)).to.deep.equal({ inAll: 1_100n, ofClient: 1_000n, ofPayer: 100n });
    });

    it('to an address are found if one was made there or may still be, and not if all failed', async () => {
      const payTo = (digits: string) => evmAddress(`0x${digits.repeat(20)}`);
      const to = (digits: string, nth: number, outcome: Settlement['outcome']): Settlement => ({
        ...{ ...sample, id: `x4_${nth}`, sentAs: `xs_${nth}`, nonce: nonceOf(`1${nth}`) },
        ...{ payTo: payTo(digits), outcome },
      });
      const open = to('a1', 1, null);
      const paid = to('a2', 2, made);
      await insert(open, paid, to('a2', 3, failed), to('a3', 4, failed));

      const { payments } = given().reads;
      expect(await payments.settlementTo(base, payTo('a1'))).to.deep.equal(open);
      expect(await payments.settlementTo(base, payTo('a2'))).to.deep.equal(paid);
      expect(await payments.settlementTo(base, payTo('a3'))).to.equal(null);
      expect(await payments.settlementTo(evmChain(10), payTo('a1'))).to.equal(null);
    });

    it('to an address are found if one had failed and a reorg has reopened it', async () => {
      const reopened = { ...sample, outcome: failed };
      await insert(reopened);
      await given().run('commit', async (tx) => {
        const owner = { kind: 'payment', id: 'xs_1' } as const;
        const settling = { owner, purpose: 'settle', expects: null } as const;
        await tx.transactions.insertTransaction(transaction('ef_1', 1, settling));
      });
      const { payments } = given().reads;

      expect(await payments.settlementTo(base, sample.payTo)).to.deep.equal(reopened);
      await given().run('fail', (tx) =>
        tx.transactions.moveTransaction('ef_1', 'open', { state: 'reverted' }),
      );
      expect(await payments.settlementTo(base, sample.payTo)).to.equal(null);
    });

    it('are marked as reported once', async () => {
      await insert(sample);
      const change = { outcome: made, isCharged: true, reportedAtMs: null };

      const told = await given().run('end', async ({ payments }) => {
        await payments.endSettlement('x4_1', change);
        return [
          await payments.reportSettlement('x4_1', 5_000),
          await payments.reportSettlement('x4_1', 6_000),
        ];
      });

      expect(told).to.deep.equal([true, false]);
      expect(await given().reads.payments.settlement('x4_1')).to.deep.equal({
        ...{ ...sample, ...change, reportedAtMs: 5_000 },
      });
    });

    /** Which of the samples are left at that time. */
    const leftAt = async (ms: number): Promise<readonly string[]> => {
      await given().run('prune', (tx) => tx.prune(ms));
      const { payments } = given().reads;
      const all = await Promise.all(['x4_1', 'x4_2'].map((id) => payments.settlement(id)));
      return all.flatMap((one) => (one === null ? [] : [one.id]));
    };

    it('are forgotten 90 days after they came, once they have ended', async () => {
      await insert({ ...sample, outcome: made }, other);

      expect([await leftAt(1_000 + 90 * dayMs), await leftAt(1_001 + 90 * dayMs)]).to.deep.equal([
        ['x4_1', 'x4_2'],
        ['x4_2'],
      ]);
    });

    it('that failed stay until a day after what the payer signed is over', async () => {
      const endSec = 200n * 86_400n;
      await insert(
        { ...sample, outcome: failed, validBefore: endSec },
        { ...other, outcome: failed, validBefore: 10n ** 12n },
      );

      expect([await leftAt(201 * dayMs), await leftAt(201 * dayMs + 1_000)]).to.deep.equal([
        ['x4_1', 'x4_2'],
        ['x4_2'],
      ]);
      expect(await leftAt(100_000 * dayMs)).to.deep.equal(['x4_2']);
    });

    it('stay while a reorg could still take their transaction', async () => {
      await insert({ ...sample, outcome: made });
      const mined = { block: 7, blockHash: `0x${'07'.repeat(32)}` } as const;
      const sent = transaction('tx_1', 0, {
        ...{ owner: { kind: 'payment', id: 'xs_1' }, state: 'mined', purpose: 'settle' },
        minedHash: made.txHash,
        ...{ minedBlock: mined.block, minedBlockHash: mined.blockHash },
      });
      await given().run('send', (tx) => tx.transactions.insertTransaction(sent));
      const before = await leftAt(200 * dayMs);
      await given().run('final', (tx) => tx.transactions.markTransactionsFinal([sent]));

      expect([before, await leftAt(200 * dayMs)]).to.deep.equal([['x4_1'], []]);
    });
  });
}
