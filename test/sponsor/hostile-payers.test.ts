import { utcDay } from '@interline/kernel';
import { parts } from '@interline/server';
import { expect } from 'chai';
import type { Hex } from 'viem';
import { chainRpc } from '../support/chain-rpc.ts';
import { freshAddress } from '../support/fresh-wallet.ts';
import type { Harness } from '../support/harness.ts';
import { resumeMining, stopMining } from '../support/mining.ts';
import { booksOf, ended, gatheringHarness } from './sponsor-scene.ts';
import {
  chainId,
  sponsoredPayer,
  type SponsoredPayer,
  transferCall,
  type WantedCall,
} from './sponsored-payer.ts';

const delegate = '0xe6Cae83BdE06E4c305530e199D7217f42808555B';
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
/** Code that says yes to everything and does nothing: it returns one word of zero. */
const yesAndNothing: Hex = '0x60005f5260205ff3';
/** Code that stops at once where gas has no price, as where it is simulated, and else burns all but a rest. */
const burnsInBlocks: Hex = '0x3a600557005b6113885a1160055700';
/** Code that takes a million gas where it is simulated, and in a block writes as many logs as it can. */
const logsInBlocks: Hex = '0x3a601157619c405b6001900380600757005b5f5fa06113885a1160115700';
/** Ether is 3,000 dollars on the devnet. */
const weiOfMicroUsd = 10n ** 18n / 3_000_000_000n;

describe('payers who try to get our gas for nothing', () => {
  let harness: Harness;
  let together: Awaited<ReturnType<typeof gatheringHarness>>['together'];
  before(async () => {
    ({ harness, together } = await gatheringHarness());
  });
  after(() => harness.stop());
  afterEach(() => resumeMining(harness.devnet, chainId));

  const funded = async (): Promise<SponsoredPayer> => {
    const payer = await sponsoredPayer(harness);
    await payer.fund();
    return payer;
  };
  const aTransfer = (payer: SponsoredPayer, units = 1_000n) => [
    { to: payer.usdc, data: transferCall(freshAddress() as Hex, units) },
  ];
  const sent = async (payer: SponsoredPayer, calls: readonly WantedCall[] = aTransfer(payer)) =>
    payer.execute(await payer.sign(await payer.prepare(calls), calls));
  const codeAt = (address: string, code: Hex) =>
    chainRpc(harness.devnet, chainId, 'anvil_setCode', [address, code]);
  const kept = (id: string) => harness.container.get(parts.store).reads.sponsor.sponsoredCall(id);

  it('fail if they put other code on the account meanwhile, which pays no fee', async () => {
    const payer = await funded();
    await ended(payer, (await sent(payer)).id);
    const other = freshAddress();
    await codeAt(other, yesAndNothing);
    await stopMining(harness.devnet, chainId);
    const { id } = await sent(payer);
    await codeAt(payer.address, `0xef0100${other.slice(2)}`);
    await resumeMining(harness.devnet, chainId);

    const call = await ended(payer, id);

    expect(call).to.include({
      status: 'FAILED',
      innerError: 'the account had other code by then, which paid no fee',
    });
    expect((await kept(id))?.isCharged).to.equal(true);
    expect(Number(await lostBy(payer))).to.be.above(0);
  });

  it('pay in their failure budget for all that no event accounts for', async () => {
    const payers = [await funded(), await funded(), await funded()] as const;
    const bodies = await Promise.all(
      payers.map(async (payer) => {
        const calls = aTransfer(payer);
        return payer.sign(await payer.prepare(calls), calls);
      }),
    );
    const [, honest, hostile] = payers;
    // Delegated by the time it executes, it signs with a hash that other code changes.
    await codeAt(hostile.address, `0xef0100${delegate.slice(2)}`);
    const other = freshAddress();
    await codeAt(other, yesAndNothing);
    await stopMining(harness.devnet, chainId);
    const accepted = await together(
      payers.map((payer, at) => () => payer.execute(bodies[at] as never)),
    );
    await codeAt(hostile.address, `0xef0100${other.slice(2)}`);
    await resumeMining(harness.devnet, chainId);

    const ends = await Promise.all(payers.map((payer, at) => ended(payer, accepted[at]?.id ?? '')));

    expect(ends.map(({ status }) => status)).to.deep.equal(['INCLUDED', 'INCLUDED', 'FAILED']);
    expect(ends[2]?.innerError).to.equal('the block does not show it');
    expect(await lostBy(honest)).to.equal(0n);
    expect(Number(await lostBy(hostile))).to.be.above(0);
  });

  it('are charged all of a transaction that they make revert, unlike a payer whose calls fail by then', async () => {
    const payers = [await funded(), await funded(), await funded()] as const;
    const [, hostile, unlucky] = payers;
    const closing = freshAddress() as Hex;
    await codeAt(closing, '0x00');
    await codeAt(hostile.address, `0xef0100${delegate.slice(2)}`);
    const bodies = await Promise.all(
      payers.map(async (payer) => {
        const calls = payer === unlucky ? [{ to: closing }] : aTransfer(payer);
        return payer.sign(await payer.prepare(calls), calls);
      }),
    );
    await stopMining(harness.devnet, chainId);
    const accepted = await together(
      payers.map((payer, at) => () => payer.execute(bodies[at] as never)),
    );
    await codeAt(hostile.address, '0x');
    await codeAt(closing, '0x5f5ffd');
    await resumeMining(harness.devnet, chainId);

    const ends = await Promise.all(payers.map((payer, at) => ended(payer, accepted[at]?.id ?? '')));

    expect(ends.map(({ status, innerError }) => [status, innerError])).to.deep.equal([
      ['INCLUDED', null],
      ['FAILED', 'the account has been undelegated since; prepare the calls again'],
      ['FAILED', 'the calls would fail now'],
    ]);
    const cost = await costOf(accepted[1]?.txHash);
    expect([await lostBy(hostile), await lostBy(unlucky)]).to.deep.equal([cost, 0n]);
    expect((await kept(accepted[2]?.id ?? ''))?.isCharged).to.equal(false);
  });

  it('pay for all that their calls take in a block, though those took little where they were tried', async () => {
    const payer = await funded();
    const burner = freshAddress() as Hex;
    await codeAt(burner, burnsInBlocks);
    const calls = [{ to: burner }];
    const worths: bigint[] = [];
    const costs: bigint[] = [];

    // The first gives the account its code; each key is a new one to the EntryPoint.
    for (const nonceKey of ['0', '1', '2']) {
      const prepared = await payer.prepare(calls, { nonceKey });
      const { id } = await payer.execute(await payer.sign(prepared, calls));
      const { status, txHash } = await ended(payer, id);
      expect(status).to.equal('INCLUDED');
      worths.push(BigInt(prepared.fee.amount) * weiOfMicroUsd);
      costs.push(await costOf(txHash));
    }

    expect(worths.map((worth, at) => worth >= (costs[at] ?? 0n))).to.deep.equal([true, true, true]);
  });

  it('have no receipt made too large to be read: those whose calls take so much share no transaction', async () => {
    const payers = await Promise.all(Array.from({ length: 6 }, funded));
    const loud = freshAddress() as Hex;
    await codeAt(loud, logsInBlocks);
    const bodies = await Promise.all(
      payers.map(async (payer) => {
        const calls = [{ to: loud }];
        return payer.sign(await payer.prepare(calls), calls);
      }),
    );
    const accepted = await together(
      payers.map((payer, at) => () => payer.execute(bodies[at] as never)),
    );

    const ends = await Promise.all(payers.map((payer, at) => ended(payer, accepted[at]?.id ?? '')));

    expect(new Set(ends.map(({ status }) => status))).to.deep.equal(new Set(['INCLUDED']));
    const carried = Map.groupBy(ends, ({ txHash }) => txHash);
    expect([...carried.values()].map(({ length }) => length)).to.deep.equal([1, 2, 2, 1]);
  });

  it('change nothing in the books by a contract that only logs a transfer', async () => {
    const payer = await funded();
    const liar = freshAddress() as Hex;
    // Transfer(relayer, a stranger, 2^256 - 1), by a token that is not listed.
    const code = [word('ff'.repeat(32)), '5f52', word(freshAddress()), word(payer.relayer)];
    await codeAt(liar, `0x${code.join('')}${word(transferTopic)}60205fa300`);

    const { status } = await ended(payer, (await sent(payer, [{ to: liar }])).id);

    expect(status).to.equal('INCLUDED');
    expect((await booksOf(harness)).deficits).to.deep.equal([]);
    const booked = await harness.container.get(parts.books).showBalances({});
    expect(booked.filter(({ token }) => token === liar.toLowerCase())).to.deep.equal([]);
  });

  const costOf = async (txHash: string | null | undefined): Promise<bigint> => {
    const receipt = await chainRpc(harness.devnet, chainId, 'eth_getTransactionReceipt', [txHash]);
    const { gasUsed, effectiveGasPrice } = receipt as Readonly<Record<string, Hex>>; // CAST: the node's own shape.
    return BigInt(gasUsed ?? 0) * BigInt(effectiveGasPrice ?? 0);
  };
  const lostBy = async ({ address }: SponsoredPayer): Promise<bigint> => {
    const day = utcDay(Date.now());
    const { transactions } = harness.container.get(parts.store).reads;
    const budget = `sponsor-revert:eip155:${chainId}:payer:${address.toLowerCase()}`;
    const [lost = 0n] = await transactions.spentOfEach([budget], day);
    return lost;
  };
});

function word(hex: string): string {
  return `7f${hex.replace('0x', '').toLowerCase().padStart(64, '0')}`;
}
