import { parts } from '@interline/server';
import { expect } from 'chai';
import type { Hex } from 'viem';
import { chainRpc } from '../support/chain-rpc.ts';
import { freshAddress } from '../support/fresh-wallet.ts';
import type { Harness } from '../support/harness.ts';
import { mine, resumeMining, stopMining } from '../support/mining.ts';
import { until } from '../support/until.ts';
import { drained, sentFirst } from './in-front.ts';
import { booksOf, ended, gatheringHarness } from './sponsor-scene.ts';
import { chainId, sponsoredPayer, type SponsoredPayer, transferCall } from './sponsored-payer.ts';

/** Where a reorg puts something else in front of them, or behind them. */
describe('sponsored calls of blocks that a reorg replaces', () => {
  let harness: Harness;
  let together: Awaited<ReturnType<typeof gatheringHarness>>['together'];
  before(async () => {
    ({ harness, together } = await gatheringHarness());
  });
  after(() => harness.stop());
  afterEach(() => resumeMining(harness.devnet, chainId));

  const rpc = (method: string, params: readonly unknown[] = []) =>
    chainRpc(harness.devnet, chainId, method, params);
  const head = async () => Number(await rpc('eth_blockNumber'));
  const rawOf = (hash: Hex) => rpc('eth_getRawTransactionByHash', [hash]);
  const prepared = async () => {
    const payer = await sponsoredPayer(harness);
    await payer.fund();
    const calls = [{ to: payer.usdc, data: transferCall(freshAddress() as Hex, 1_000n) }];
    const body = await payer.sign(await payer.prepare(calls), calls);
    return { payer, id: body.id, send: () => payer.execute(body) };
  };
  /** The first in a transaction of its own, the three others in one, both waiting to be mined. */
  const waiting = async () => {
    const all = [await prepared(), await prepared(), await prepared(), await prepared()] as const;
    const { fees } = await booksOf(harness);
    const from = (await head()) + 1;
    await stopMining(harness.devnet, chainId);
    const accepted = await together(all.map(({ send }) => send));
    const [first, ...bundled] = all;
    return { all, first, bundled, accepted, from, feesBefore: fees['USDC'] ?? 0n };
  };
  type Sent = Awaited<ReturnType<typeof prepared>>;
  const endsOf = (sent: readonly Sent[]) =>
    Promise.all(sent.map(({ payer, id }) => ended(payer, id)));
  const reopened = ({ payer, id }: Pick<Sent, 'payer' | 'id'>) =>
    until('a call that is open again', async () => {
      const { status } = await payer.read(id);
      return status === 'ACCEPTED' ? status : null;
    });
  const readAs = (sent: readonly Sent[], wanted: readonly string[]) =>
    until(`calls that are ${wanted.join()}`, async () => {
      await mine(harness.devnet, chainId);
      const calls = await Promise.all(sent.map(({ payer, id }) => payer.read(id)));
      return calls.every(({ status }, at) => status === wanted[at]) ? calls : null;
    });
  /** Blocks from that height on are made anew, of these transactions at first. */
  const reorg = async (from: number, instead: readonly unknown[] = []) => {
    await stopMining(harness.devnet, chainId);
    await rpc('anvil_reorg', [(await head()) - from + 1, instead.map((raw) => [raw, 0])]);
  };
  const feesOf = (calls: readonly Awaited<ReturnType<SponsoredPayer['read']>>[]) =>
    calls.reduce((sum, { fee }) => sum + BigInt(fee?.amount ?? 0), 0n);
  const expectBooks = async (fees: bigint) => {
    const after = await booksOf(harness);
    expect({
      fees: after.fees,
      deficits: after.deficits,
      unclaimed: after.unclaimed,
    }).to.deep.equal({ fees: { USDC: fees }, deficits: [], unclaimed: {} });
  };

  it('pay one fee if a stranger has sent one in both', async () => {
    const one = await prepared();
    const { fees } = await booksOf(harness);
    const from = (await head()) + 1;
    await stopMining(harness.devnet, chainId);
    const sent = await one.send();
    const theirs = await sentFirst(harness, one.payer, sent);
    const raw = await rawOf(theirs);
    await resumeMining(harness.devnet, chainId);
    await ended(one.payer, one.id);

    await reorg(from, [raw]);
    await reopened(one);
    await resumeMining(harness.devnet, chainId);
    const calls = await readAs([one], ['INCLUDED']);

    expect(calls[0]?.txHash).to.equal(theirs);
    await expectBooks((fees['USDC'] ?? 0n) + feesOf(calls));
  });

  it('pay each its fee if a stranger has taken two out of a bundle in both', async () => {
    const { all, bundled, accepted, from, feesBefore } = await waiting();
    const theirs: Hex[] = [];
    for (const at of [2, 3])
      theirs.push(
        await sentFirst(harness, all[at]?.payer ?? expect.fail(), accepted[at] ?? expect.fail()),
      );
    const raws = await Promise.all(theirs.map(rawOf));
    await resumeMining(harness.devnet, chainId);
    await endsOf(all);

    await reorg(from, raws);
    await reopened(bundled[1] ?? expect.fail());
    await resumeMining(harness.devnet, chainId);
    const calls = await readAs(all, Array(4).fill('INCLUDED'));

    expect(calls.slice(2).map(({ txHash }) => txHash)).to.deep.equal(theirs);
    await expectBooks(feesBefore + feesOf(calls));
  });

  it('pay once if their bundle reverted and succeeds after it, in front of their second tries', async () => {
    const { all, bundled, from, feesBefore } = await waiting();
    const [spoiler, another] = bundled;
    if (spoiler === undefined || another === undefined) throw new Error('nobody pays');
    await drained(harness, spoiler.payer);
    await resumeMining(harness.devnet, chainId);
    const first = await endsOf(all);

    await reorg(from);
    await rpc('anvil_dropAllTransactions');
    await reopened(another);
    await resumeMining(harness.devnet, chainId);
    const calls = await readAs(all, Array(4).fill('INCLUDED'));

    expect(first.map(({ status }) => status)).to.deep.equal([
      'INCLUDED',
      'FAILED',
      'INCLUDED',
      'INCLUDED',
    ]);
    expect(new Set(calls.slice(1).map(({ txHash }) => txHash)).size).to.equal(1);
    await expectBooks(feesBefore + feesOf(calls));
  });

  it('have failed if their bundle was included and reverts after it: their nonces are free', async () => {
    const { all, bundled, from, feesBefore } = await waiting();
    const [spoiler, another] = bundled;
    if (spoiler === undefined || another === undefined) throw new Error('nobody pays');
    await resumeMining(harness.devnet, chainId);
    await endsOf(all);

    await reorg(from);
    await drained(harness, spoiler.payer);
    await resumeMining(harness.devnet, chainId);
    const calls = await readAs(all, ['INCLUDED', 'FAILED', 'FAILED', 'FAILED']);

    const store = harness.container.get(parts.store);
    const kept = await Promise.all(bundled.map(({ id }) => store.reads.sponsor.sponsoredCall(id)));
    expect(kept.map((one) => [one?.takenKey, one?.isCharged])).to.deep.equal(
      Array(3).fill([null, false]),
    );
    await expectBooks(feesBefore + feesOf(calls.slice(0, 1)));
  });
});
