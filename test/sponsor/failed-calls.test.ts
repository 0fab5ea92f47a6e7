import type { SponsoredCall } from '@interline/core/sponsor';
import { parts } from '@interline/server';
import { expect } from 'chai';
import type { Hex } from 'viem';
import { chainRpc } from '../support/chain-rpc.ts';
import { freshAddress } from '../support/fresh-wallet.ts';
import type { Harness } from '../support/harness.ts';
import { mine, resumeMining, stopMining } from '../support/mining.ts';
import { refusalOf } from '../support/refusal-of.ts';
import { until } from '../support/until.ts';
import { drained, type SentCall, sentFirst } from './in-front.ts';
import { booksOf, ended, gatheringHarness, sentBy } from './sponsor-scene.ts';
import { chainId, sponsoredPayer, type SponsoredPayer, transferCall } from './sponsored-payer.ts';

/** What the payer does between our look and the block, and what reorgs do. */
describe('sponsored calls that come to nothing', () => {
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
  const sent = async (payer: SponsoredPayer) => {
    const calls = aTransfer(payer);
    return payer.execute(await payer.sign(await payer.prepare(calls), calls));
  };
  const delegated = async (): Promise<SponsoredPayer> => {
    const payer = await funded();
    const { id } = await sent(payer);
    await ended(payer, id);
    return payer;
  };
  const drain = (payer: SponsoredPayer) => drained(harness, payer);
  const sentByStranger = (payer: SponsoredPayer, call: SentCall) => sentFirst(harness, payer, call);
  const store = () => harness.container.get(parts.store);

  it('cost a payer who drains the fee meanwhile: two a day', async () => {
    const payer = await delegated();
    const innerErrors = [];
    for (let time = 1; time <= 2; time += 1) {
      await payer.fund();
      await stopMining(harness.devnet, chainId);
      const { id } = await sent(payer);
      await drain(payer);
      await resumeMining(harness.devnet, chainId);
      const { status, innerError, gasUsed } = await ended(payer, id);
      expect({ status, isMeasured: Number(gasUsed) > 20_000 }).to.deep.equal({
        status: 'FAILED',
        isMeasured: true,
      });
      innerErrors.push(innerError);
    }
    await payer.fund();

    const refused = await refusalOf(sent(payer));

    expect(innerErrors).to.deep.equal(
      Array(2).fill('the fee transfer reverted: the balance is too low'),
    );
    expect(refused.status).to.equal(422);
    expect(refused.body).to.include({ errorCode: 'SPONSOR_QUOTA' });
    const { deficits, unclaimed } = await booksOf(harness);
    expect({ deficits, unclaimed }).to.deep.equal({ deficits: [], unclaimed: {} });
  });

  it('free their nonce if the account spoils its authorization: the transaction reverts', async () => {
    const payer = await funded();
    await stopMining(harness.devnet, chainId);
    const { id } = await sent(payer);
    await drain(payer);
    await resumeMining(harness.devnet, chainId);

    const failed = await ended(payer, id);

    expect(failed).to.include({
      status: 'FAILED',
      innerError: 'a change of the account made the transaction revert meanwhile',
    });
    await payer.fund();
    const { id: again } = await sent(payer);
    expect((await ended(payer, again)).status).to.equal('INCLUDED');
  });

  it('are not failures if a stranger has sent the same before: the fee still came', async () => {
    const payer = await funded();
    const { fees } = await booksOf(harness);
    await stopMining(harness.devnet, chainId);
    const { id, txHash, fee } = await sent(payer);
    const theirs = await sentByStranger(payer, { id, txHash });
    await resumeMining(harness.devnet, chainId);

    const call = await ended(payer, id);

    expect(call).to.include({ status: 'INCLUDED', txHash: theirs });
    const kept = await store().reads.sponsor.sponsoredCall(id);
    expect([kept?.isCharged, kept?.signed]).to.deep.equal([false, null]);
    const after = await booksOf(harness);
    expect(after.fees).to.deep.equal({ USDC: (fees['USDC'] ?? 0n) + BigInt(fee?.amount ?? 0) });
    expect({ deficits: after.deficits, unclaimed: after.unclaimed }).to.deep.equal({
      deficits: [],
      unclaimed: {},
    });
  });

  it('are paid for and sent once if a stranger took one out of a bundle, which then reverts', async () => {
    const payers = await Promise.all([funded(), funded(), funded()]);
    const bodies = await Promise.all(
      payers.map(async (payer) => {
        const calls = aTransfer(payer);
        return payer.sign(await payer.prepare(calls), calls);
      }),
    );
    const before = await booksOf(harness);
    await stopMining(harness.devnet, chainId);
    const accepted = await together(
      payers.map((payer, at) => () => payer.execute(bodies[at] as never)),
    );
    const theirs = await sentByStranger(payers[2] ?? expect.fail(), accepted[2] ?? expect.fail());
    await resumeMining(harness.devnet, chainId);

    const ends = await Promise.all(payers.map((payer, at) => ended(payer, accepted[at]?.id ?? '')));

    expect(ends.map(({ status }) => status)).to.deep.equal(['INCLUDED', 'INCLUDED', 'INCLUDED']);
    expect(ends[2]?.txHash).to.equal(theirs);
    const fees = ends.reduce((sum, { fee }) => sum + BigInt(fee?.amount ?? 0), 0n);
    const after = await booksOf(harness);
    expect(after.fees).to.deep.equal({ USDC: (before.fees['USDC'] ?? 0n) + fees });
    expect({ deficits: after.deficits, unclaimed: after.unclaimed }).to.deep.equal({
      deficits: [],
      unclaimed: {},
    });
    const kept = await store().reads.sponsor.sponsoredCall(accepted[2]?.id ?? '');
    expect([kept?.isCharged, kept?.signed]).to.deep.equal([false, null]);
  });

  it('do not take others with them: each of a bundle that reverted is sent again alone', async () => {
    const payers = await Promise.all([funded(), funded(), funded(), funded()]);
    const bodies = await Promise.all(
      payers.map(async (payer) => {
        const calls = aTransfer(payer);
        return payer.sign(await payer.prepare(calls), calls);
      }),
    );
    const [first, spoiler] = payers;
    if (first === undefined || spoiler === undefined) throw new Error('nobody pays');
    const before = await sentBy(harness, first.relayer);
    await stopMining(harness.devnet, chainId);
    await together(payers.map((payer, at) => () => payer.execute(bodies[at] as never)));
    await drain(spoiler);
    await resumeMining(harness.devnet, chainId);

    const ids = bodies.map(({ id }) => id);
    const ends = await Promise.all(payers.map((payer, at) => ended(payer, ids[at] ?? '')));

    expect(ends.map(({ status }) => status)).to.deep.equal([
      'INCLUDED',
      'FAILED',
      'INCLUDED',
      'INCLUDED',
    ]);
    // The first one alone, the one of three that reverted, and one for each of two of them.
    expect((await sentBy(harness, first.relayer)) - before).to.equal(4);
    const kept = await Promise.all(ids.map((id) => store().reads.sponsor.sponsoredCall(id)));
    expect(kept.map((one) => [one?.signed, one?.isCharged])).to.deep.equal([
      [null, false],
      [null, true],
      [null, false],
      [null, false],
    ]);
  });

  it('are given up, and their signatures deleted, if they cannot be sent again in time', async () => {
    const payers = await Promise.all([funded(), funded(), funded()]);
    const bodies = await Promise.all(
      payers.map(async (payer) => {
        const calls = aTransfer(payer);
        return payer.sign(await payer.prepare(calls), calls);
      }),
    );
    const [, spoiler, late] = payers;
    const id = bodies[2]?.id ?? '';
    if (spoiler === undefined || late === undefined) throw new Error('nobody pays');
    await stopMining(harness.devnet, chainId);
    await together(payers.map((payer, at) => () => payer.execute(bodies[at] as never)));
    const accepted = await store().reads.sponsor.sponsoredCall(id);
    if (accepted === null) throw new Error('nothing was accepted');
    const elevenMinutesAgo = Date.now() - 660_000;
    await store().run('age', (tx) =>
      tx.sponsor.acceptSponsoredCall(accepted, {
        ...changeOf(accepted),
        acceptedAtMs: elevenMinutesAgo,
      }),
    );
    await drain(spoiler);
    await resumeMining(harness.devnet, chainId);

    const { status, innerError } = await ended(late, id);
    const kept = await store().reads.sponsor.sponsoredCall(id);

    expect(accepted.signed).to.have.property('signature');
    expect({ status, innerError, signed: kept?.signed, isCharged: kept?.isCharged }).to.deep.equal({
      status: 'FAILED',
      innerError: 'it could not be sent again in time',
      signed: null,
      isCharged: false,
    });
  });

  it('are open again after a reorg, and end as the new chain has it', async () => {
    const payer = await delegated();
    const { id } = await sent(payer);
    const first = await ended(payer, id);
    const { fees } = await booksOf(harness);

    await stopMining(harness.devnet, chainId);
    await chainRpc(harness.devnet, chainId, 'anvil_reorg', [1, []]);
    await chainRpc(harness.devnet, chainId, 'anvil_dropAllTransactions');
    const reopened = await until('a call that is open again', async () => {
      const { status } = await payer.read(id);
      return status === 'ACCEPTED' ? status : null;
    });
    await resumeMining(harness.devnet, chainId);
    const last = await until('the same call in a block', async () => {
      await mine(harness.devnet, chainId);
      const call = await payer.read(id);
      return call.status === 'INCLUDED' ? call : null;
    });

    expect(reopened).to.equal('ACCEPTED');
    expect(last).to.deep.equal(first);
    const after = await booksOf(harness);
    expect({ fees: after.fees, deficits: after.deficits }).to.deep.equal({ fees, deficits: [] });
  });

  it('are booked again if a reorg puts the payer in front of them', async () => {
    const payer = await delegated();
    const { fees } = await booksOf(harness);
    const { id } = await sent(payer);
    const first = await ended(payer, id);

    await stopMining(harness.devnet, chainId);
    await chainRpc(harness.devnet, chainId, 'anvil_reorg', [1, []]);
    await drain(payer);
    await resumeMining(harness.devnet, chainId);
    const last = await until('the same call with another end', async () => {
      await mine(harness.devnet, chainId);
      const call = await payer.read(id);
      return call.status === 'FAILED' ? call : null;
    });

    expect([first.status, last.status, last.txHash]).to.deep.equal([
      'INCLUDED',
      'FAILED',
      first.txHash,
    ]);
    const after = await booksOf(harness);
    expect({
      fees: after.fees,
      deficits: after.deficits,
      unclaimed: after.unclaimed,
    }).to.deep.equal({
      fees,
      deficits: [],
      unclaimed: {},
    });
  });
});

function changeOf({ bundleId, takenKey, signed }: SponsoredCall) {
  return { bundleId, takenKey, signed };
}
