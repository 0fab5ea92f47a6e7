import { parts } from '@interline/server';
import { evmChain } from '@interline/kernel';
import { recordField } from '../support/record-field.ts';
import { setBlacklisted } from '../support/blacklist.ts';
import { chainRpc } from '../support/chain-rpc.ts';
import { endOfRoute } from '../support/end-of-route.ts';
import { floatBooks } from '../support/float-books.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { mine, resumeMining, stopMining } from '../support/mining.ts';
import { cancelPermit, spendElsewhere } from '../support/payer-transaction.ts';
import { freshPayer, type Payer, send, sign } from '../support/payer.ts';
import { refusalOf } from '../support/refusal-of.ts';
import { transferCount } from '../support/transfer-count.ts';
import { takeSlot } from '../support/send-unknown.ts';
import { until } from '../support/until.ts';
import { usdcBalance } from '../support/usdc-balance.ts';
import { textField } from '@interline/cli';
import { expect } from 'chai';
import { setTimeout as pause } from 'node:timers/promises';

const source = 8453;
const destination = 42161;
/** More than what was offered before it, and within the chain's cap. */
const spikeWei = 5n * 10n ** 9n;
/** The service may go by gas prices this old. */
const gasPriceAgeMs = 1_100;

describe('a pull that comes to nothing', () => {
  let harness: Harness;
  before(async () => {
    harness = await startHarness({
      chainIds: [source, destination],
      policy: { patienceMs: 500, bumpAfterMs: 1_000 },
    });
  });
  after(() => harness.stop());
  afterEach(async () => {
    await chainRpc(harness.devnet, source, 'anvil_setNextBlockBaseFeePerGas', ['0x3b9aca00']);
    await resumeMining(harness.devnet, source);
  });

  it('because the payer spent the money first ends the route and frees what was reserved', async () => {
    const payer = await freshPayer(harness, source, 5_000_000n);

    const id = await acceptedThen(payer, 4_000_000n, () =>
      spendElsewhere(harness.devnet, source, payer, 2_000_000n),
    );

    await endsUnpulled(id, 'PULL_REVERTED');
    expect(await usdcBalance(harness.devnet, source, payer.address)).to.equal(3_000_000n);
    expect(
      await transferCount(harness.devnet, source, { from: payer.address, to: floatAccount() }),
    ).to.equal(0);
  });

  it('because the payer was blocked ends the same', async () => {
    const payer = await approvedPayer(2_000_000n);

    const id = await acceptedThen(payer, 2_000_000n, async () => {
      await chainRpc(harness.devnet, source, 'anvil_dropAllTransactions');
      await setBlacklisted(harness.devnet, source, payer.address, true);
    });

    await endsUnpulled(id, 'PULL_REVERTED');
    expect(await usdcBalance(harness.devnet, source, payer.address)).to.equal(2_000_000n);
  });

  it("because the payer cancelled the permit's nonce ends the same", async () => {
    const payer = await freshPayer(harness, source, 5_000_000n);
    await stopMining(harness.devnet, source);
    const { body } = await sign(harness, payer, {
      from: source,
      to: destination,
      units: 4_000_000n,
    });
    const receipt = await harness.client.post('/api/route/execute', body);

    await cancelPermit(harness.devnet, source, payer, BigInt(textField(body, 'permit2', 'nonce')));
    await resumeMining(harness.devnet, source);

    await endsUnpulled(textField(receipt, 'id'), 'PULL_REVERTED');
    expect(await usdcBalance(harness.devnet, source, payer.address)).to.equal(5_000_000n);
    const again = await refusalOf(
      harness.client.post('/api/route/execute', { ...body, toAddress: `0x${'ab'.repeat(20)}` }),
    );
    expect([again.status, again.body['errorCode']]).to.deep.equal([409, 'INTENT_MISMATCH']);
  });

  for (const start of ['with an approval', 'with no approval'] as const) {
    it(`because the permit of a payer ${start} expired in the pool gives its nonce to a transaction that does nothing, and the lane goes on`, async () => {
      const payer =
        start === 'with an approval'
          ? await approvedPayer(2_000_000n)
          : await freshPayer(harness, source, 2_000_000n);
      await pause(gasPriceAgeMs);
      await stopMining(harness.devnet, source);
      const { receipt } = await send(harness, payer, {
        from: source,
        to: destination,
        units: 2_000_000n,
      });

      await setBaseFee(spikeWei);
      await chainRpc(harness.devnet, source, 'evm_increaseTime', [4_000]);
      await mine(harness.devnet, source);
      const id = textField(receipt, 'id');
      await minedWhileDear(id);

      await endsUnpulled(id, 'PULL_EXPIRED');
      expect(await usdcBalance(harness.devnet, source, payer.address)).to.equal(2_000_000n);
      await resumeMining(harness.devnet, source);
      await arrives(await freshPayer(harness, source, 1_000_000n));
    });
  }

  it("because a stranger used the relayer's nonce waits for the operator, is sent again under the next, and arrives once", async () => {
    const payer = await approvedPayer(2_000_000n);
    await stopMining(harness.devnet, source);
    const { receipt } = await send(harness, payer, {
      from: source,
      to: destination,
      units: 2_000_000n,
    });
    const lost = await pullNonces(textField(receipt, 'id'));

    await takeSlot(harness, source, 'spender', lost[0] ?? 0);
    await resumeMining(harness.devnet, source);
    await untilQuarantined(textField(receipt, 'id'));
    await harness.container.get(parts.operations).orders.resumeAccount(
      {
        input: { chain: evmChain(source), role: 'spender' },
        by: 'alice',
        reason: 'the pull was displaced',
        isDryRun: false,
      },
      new AbortController().signal,
    );
    await harness.container
      .get(parts.transfer)
      .releaseRoute(textField(receipt, 'id'), new AbortController().signal);
    const last = await endOfRoute(harness.client, textField(receipt, 'id'));

    expect(last).to.include({ status: 'DONE', bridged: '1998400' });
    expect(await pullNonces(textField(receipt, 'id'))).to.deep.equal([lost[0], (lost[0] ?? 0) + 1]);
    expect(
      await transferCount(harness.devnet, source, { from: payer.address, to: floatAccount() }),
    ).to.equal(2);
    expect(await usdcBalance(harness.devnet, source, payer.address)).to.equal(0n);
    expect(await usdcBalance(harness.devnet, destination, payer.address)).to.equal(
      999_200n + 1_998_400n,
    );
    await booksBalance();
  });

  it('that is known before is refused, and nothing is committed', async () => {
    const payer = await freshPayer(harness, source, 3_000_000n);
    const { body } = await sign(harness, payer, {
      from: source,
      to: destination,
      units: 3_000_000n,
    });
    await spendElsewhere(harness.devnet, source, payer, 1n);
    const before = await committed();

    const { status, body: said } = await refusalOf(harness.client.post('/api/route/execute', body));

    expect([status, said['errorCode'], said['retryable']]).to.deep.equal([
      422,
      'PAYER_NOT_READY',
      false,
    ]);
    expect(said['error']).to.contain('the payer holds 2999999, the permit is for 3000000');
    expect(await committed()).to.deep.equal(before);
    await booksBalance();
  });

  it('is foreseen for a second request that the balance does not cover while the first is under way', async () => {
    const payer = await approvedPayer(3_000_000n);
    await stopMining(harness.devnet, source);
    const first = await send(harness, payer, { from: source, to: destination, units: 2_000_000n });

    const tooMuch = await refusalOf(
      send(harness, payer, { from: source, to: destination, units: 1_000_001n }),
    );
    const second = await send(harness, payer, { from: source, to: destination, units: 1_000_000n });
    await resumeMining(harness.devnet, source);
    const ends = await Promise.all(
      [first, second].map(({ receipt }) => endOfRoute(harness.client, textField(receipt, 'id'))),
    );

    expect([tooMuch.status, tooMuch.body['errorCode']]).to.deep.equal([422, 'PAYER_NOT_READY']);
    expect(tooMuch.body['error']).to.contain('earlier ones under way need 2000000');
    expect(ends.map((end) => end['status'])).to.deep.equal(['DONE', 'DONE']);
    expect(await usdcBalance(harness.devnet, source, payer.address)).to.equal(0n);
    await booksBalance();
  });

  /**
   * A payer who moved 1 USDC before and has that much now: Permit2 is approved, so one transaction
   * pulls.
   */
  async function approvedPayer(units: bigint): Promise<Payer> {
    const payer = await freshPayer(harness, source, units + 1_000_000n);
    await arrives(payer);
    return payer;
  }

  async function arrives(payer: Payer): Promise<void> {
    const { receipt } = await send(harness, payer, {
      from: source,
      to: destination,
      units: 1_000_000n,
    });
    expect(await endOfRoute(harness.client, textField(receipt, 'id'))).to.include({
      status: 'DONE',
      bridged: '999200',
    });
  }

  /** Accepts while the source does not mine, lets something happen, and mines; the route's id. */
  async function acceptedThen(
    payer: Payer,
    units: bigint,
    happens: () => Promise<void>,
  ): Promise<string> {
    await stopMining(harness.devnet, source);
    const { receipt } = await send(harness, payer, { from: source, to: destination, units });
    expect(receipt).to.include({ status: 'BRIDGING', stage: 'RECEIVING' });
    await happens();
    await resumeMining(harness.devnet, source);
    return textField(receipt, 'id');
  }

  async function endsUnpulled(id: string, code: string): Promise<void> {
    const last = await endOfRoute(harness.client, id);
    expect(last).to.include({
      status: 'FAILED',
      stage: 'NOT_PULLED',
      destTx: null,
      refundTx: null,
    });
    expect(recordField(last, 'failure')).to.include({ errorCode: code, retryable: false });
    await booksBalance();
  }

  /** Equal only when no reservation is open. */
  async function booksBalance(): Promise<void> {
    for (const book of await floatBooks(harness))
      expect(book.free, `chain ${book.chainId}`).to.equal(book.held);
  }

  async function committed(): Promise<unknown> {
    const reader = harness.container.get(parts.store).reads;
    return { ...(await reader.transfers.counts()), lanes: await reader.transactions.accounts() };
  }

  async function untilQuarantined(id: string): Promise<void> {
    await until(
      'the quarantine of the route',
      async () =>
        (await harness.client.get(`/api/route/status?id=${id}`))['stage'] === 'QUARANTINED',
      100,
    );
  }

  async function pullNonces(id: string): Promise<readonly number[]> {
    return (await harness.container.get(parts.store).reads.transactions.transactionsOf(id))
      .filter((transaction) => transaction.purpose === 'pull')
      .map((transaction) => transaction.slot);
  }

  /** Blocks at the high price until the route ends. */
  async function minedWhileDear(id: string): Promise<void> {
    await until(
      'the end of the route',
      async () => {
        if ((await harness.client.get(`/api/route/status?id=${id}`))['status'] !== 'BRIDGING')
          return true;
        await setBaseFee(spikeWei);
        await mine(harness.devnet, source);
        return false;
      },
      100,
    );
  }

  async function setBaseFee(wei: bigint): Promise<void> {
    await chainRpc(harness.devnet, source, 'anvil_setNextBlockBaseFeePerGas', [
      `0x${wei.toString(16)}`,
    ]);
  }

  function floatAccount(): string {
    return harness.container.get(parts.evm).evmAccounts.float;
  }
});
