import { createClient } from '@interline/client';
import { type Transaction, evmAddress, evmChain, type Hex } from '@interline/kernel';
import { setBlacklisted } from '../support/blacklist.ts';
import { chainRpc } from '../support/chain-rpc.ts';
import { endOfRoute } from '../support/end-of-route.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { resumeMining, stopMining } from '../support/mining.ts';
import { type Bid, bidAhead } from '../support/payer-transaction.ts';
import { freshPayer, type Payer, send, sign } from '../support/payer.ts';
import { transferCount } from '../support/transfer-count.ts';
import { until } from '../support/until.ts';
import { usdcBalance } from '../support/usdc-balance.ts';
import { parts } from '@interline/server';
import { type JsonRecord, textField } from '@interline/cli';
import { expect } from 'chai';
import { toQuantity } from 'ethers';

const source = 8453;
const destination = 42161;
const units = 1_000_000n;

describe('batches', () => {
  let harness: Harness;
  before(async () => {
    harness = await startHarness({
      chainIds: [source, destination],
      batching: [source, destination],
    });
  });
  after(() => harness.stop());

  it('merge the pulls and the payouts of routes that come at once, each delivered to the unit', async () => {
    const payers = await Promise.all(Array.from({ length: 20 }, () => approvedPayer()));
    const bodies = await Promise.all(
      payers.map((payer) => sign(harness, payer, { from: source, to: destination, units })),
    );
    const [pullsBefore, payoutsBefore] = [
      await nonceOf('spender', source),
      await nonceOf('float', destination),
    ];

    const receipts = await Promise.all(
      bodies.map(({ body }) => harness.client.post('/api/route/execute', body)),
    );
    const ends = await Promise.all(
      receipts.map((receipt) => endOfRoute(harness.client, textField(receipt, 'id'))),
    );

    expect(ends.filter((end) => end['status'] === 'DONE')).to.have.length(20);
    expect(
      await Promise.all(
        payers.map((payer) => usdcBalance(harness.devnet, destination, payer.address)),
      ),
    ).to.deep.equal(payers.map(() => 999_200n));
    expect((await nonceOf('spender', source)) - pullsBefore).to.be.below(20);
    expect((await nonceOf('float', destination)) - payoutsBefore).to.be.below(20);
    expect(new Set(ends.map((end) => end['srcTx'])).size).to.equal(
      (await nonceOf('spender', source)) - pullsBefore,
    );
    const paidBy = ends.map((end) => textField(end, 'destTx'));
    const paidTogether = paidBy.map((hash) => paidBy.filter((one) => one === hash).length);
    const posture = await createClient({ baseUrl: harness.url }).call(
      'GET /api/privacy/posture',
      {},
    );
    expect(paidTogether).to.include(posture.features.nettingSet);
  });

  it('leave the other routes of a mined batch whole when one of them fails in it', async () => {
    const [first, unlucky, ...others] = await Promise.all(
      Array.from({ length: 7 }, () => approvedPayer()),
    );
    if (first === undefined || unlucky === undefined) throw new Error('there are no payers');
    const bodies = await Promise.all(
      [first, unlucky, ...others].map((payer) =>
        sign(harness, payer, { from: source, to: destination, units }),
      ),
    );
    await chainRpc(harness.devnet, source, 'evm_setAutomine', [false]);
    const receipts = [await harness.client.post('/api/route/execute', bodies[0]?.body ?? {})];
    const alone = await batchOf(receipts, 'pull');
    receipts.push(
      ...(await Promise.all(
        bodies.slice(1).map(({ body }) => harness.client.post('/api/route/execute', body)),
      )),
    );
    await chainRpc(harness.devnet, source, 'evm_mine');
    const batch = await batchOf(receipts.slice(1), 'pull');
    await emptied(unlucky);
    await chainRpc(harness.devnet, source, 'evm_setAutomine', [true]);
    await chainRpc(harness.devnet, source, 'evm_mine');

    const ends = await Promise.all(
      receipts.map((receipt) => endOfRoute(harness.client, textField(receipt, 'id'))),
    );

    expect(ends.map((end) => end['status'])).to.deep.equal([
      'DONE',
      'FAILED',
      'DONE',
      'DONE',
      'DONE',
      'DONE',
      'DONE',
    ]);
    expect(ends[1])
      .to.include({ stage: 'NOT_PULLED' })
      .and.to.have.nested.property('failure.errorCode', 'PULL_REVERTED');
    expect(batch).not.to.equal(alone);
    const hashes = (
      await harness.container.get(parts.store).reads.transactions.signedTransactionsOf([batch])
    ).map((one) => one.hash);
    expect(
      ends.slice(2).filter((end) => hashes.includes(textField(end, 'srcTx') as Hex)),
    ).to.have.length(5); // CAST: a receipt's hash.
  });

  it('pay a recipient of two routes in two batches, because the logs of one could not be told apart', async () => {
    const payers = await Promise.all([approvedPayer(), approvedPayer()]);
    const recipient = evmAddress(`0x${'ab'.repeat(20)}`);

    const sent = await Promise.all(
      payers.map((payer) =>
        send(harness, payer, { from: source, to: destination, units, recipient }),
      ),
    );
    const ends = await Promise.all(
      sent.map(({ receipt }) => endOfRoute(harness.client, textField(receipt, 'id'))),
    );

    expect(ends.map((end) => end['status'])).to.deep.equal(['DONE', 'DONE']);
    expect(new Set(ends.map((end) => end['destTx'])).size).to.equal(2);
    expect(await usdcBalance(harness.devnet, destination, recipient)).to.equal(1_998_400n);
  });

  it('return everything when the payout of one route cannot be made', async () => {
    const [payer, other] = await Promise.all([approvedPayer(), approvedPayer()]);
    const recipient = `0x${'cd'.repeat(20)}`;
    const bodies = [
      await sign(harness, payer, { from: source, to: destination, units, recipient }),
      await sign(harness, other, { from: source, to: destination, units }),
    ];
    await chainRpc(harness.devnet, source, 'evm_setAutomine', [false]);
    const receipts = await Promise.all(
      bodies.map(({ body }) => harness.client.post('/api/route/execute', body)),
    );
    await setBlacklisted(harness.devnet, destination, recipient, true);
    await chainRpc(harness.devnet, source, 'evm_setAutomine', [true]);
    await chainRpc(harness.devnet, source, 'evm_mine');

    const ends = await Promise.all(
      receipts.map((receipt) => endOfRoute(harness.client, textField(receipt, 'id'))),
    );

    expect(ends.map((end) => [end['status'], end['stage']])).to.deep.equal([
      ['FAILED', 'REFUNDED'],
      ['DONE', 'DELIVERED'],
    ]);
    expect(await usdcBalance(harness.devnet, source, payer.address)).to.equal(units);
  });

  it('are mended after a reorg for those they paid, also when one succeeds that had failed', async () => {
    const [first, unlucky, other] = await Promise.all([
      approvedPayer(),
      approvedPayer(),
      approvedPayer(),
    ]);
    const recipient = `0x${'ce'.repeat(20)}`;
    const bodies = await Promise.all([
      sign(harness, first, { from: source, to: destination, units }),
      sign(harness, unlucky, { from: source, to: destination, units, recipient }),
      sign(harness, other, { from: source, to: destination, units }),
    ]);
    await stopMining(harness.devnet, destination);
    const receipts = [await harness.client.post('/api/route/execute', bodies[0]?.body ?? {})];
    const alone = await batchOf(receipts, 'payout');
    receipts.push(
      ...(await Promise.all(
        bodies.slice(1).map(({ body }) => harness.client.post('/api/route/execute', body)),
      )),
    );
    await until('two payouts that wait', async () =>
      (
        await Promise.all(receipts.slice(1).map((receipt) => transactionOf(receipt, 'payout')))
      ).every((one) => one !== undefined),
    );
    await chainRpc(harness.devnet, destination, 'evm_mine');
    const batch = await batchOf(receipts.slice(1), 'payout');
    await setBlacklisted(harness.devnet, destination, recipient, true);
    await resumeMining(harness.devnet, destination);
    const ends = await Promise.all(
      receipts.map((receipt) => endOfRoute(harness.client, textField(receipt, 'id'))),
    );

    const paidIn =
      (
        await harness.container
          .get(parts.store)
          .reads.transactions.transactionsOf(textField(ends[2] ?? {}, 'id'))
      ).find((one) => one.purpose === 'payout')?.minedBlock ?? 0;
    const head = Number(await chainRpc(harness.devnet, destination, 'eth_blockNumber'));
    // Nothing is paid again before it was seen to be missing.
    await stopMining(harness.devnet, destination);
    await chainRpc(harness.devnet, destination, 'anvil_reorg', [head - paidIn + 1, []]);
    await setBlacklisted(harness.devnet, destination, recipient, false);
    const missing = await usdcBalance(harness.devnet, destination, other.address);
    await resumeMining(harness.devnet, destination);

    expect(batch).not.to.equal(alone);
    expect([ends.map((end) => end['status']), missing]).to.deep.equal([
      ['DONE', 'FAILED', 'DONE'],
      0n,
    ]);
    await untilAgreed(destination);
    expect(await usdcBalance(harness.devnet, destination, other.address)).to.equal(999_200n);
    const again = await Promise.all(
      receipts.map((receipt) => endOfRoute(harness.client, textField(receipt, 'id'))),
    );
    expect(again.map((end) => end['status'])).to.deep.equal(['DONE', 'FAILED', 'DONE']);
    expect(await usdcBalance(harness.devnet, source, unlucky.address)).to.equal(units);
  });

  it("keep the relayer's account its own: a stranger's call to it reverts", async () => {
    const spender = harness.container.get(parts.evm).evmAccounts.spender;
    const stranger = evmAddress(`0x${'ef'.repeat(20)}`);
    const data = `0x59c62fbe${'20'.padStart(64, '0')}${'0'.padStart(64, '0')}`;

    const outcome = await chainRpc(harness.devnet, source, 'eth_call', [
      { from: stranger, to: spender, data },
      'latest',
    ]).catch((error: unknown) => String(error));

    expect(outcome).to.match(/revert/);
    expect(
      await chainRpc(harness.devnet, source, 'eth_call', [
        { from: spender, to: spender, data },
        'latest',
      ]),
    ).to.equal('0x');
  });

  /** Approved beforehand, so that one transaction is one pull. */
  async function approvedPayer(): Promise<Payer> {
    const payer = await freshPayer(harness, source, units);
    await approve(payer);
    return payer;
  }

  async function approve({ address }: Payer): Promise<void> {
    const permit2 = '000000000022d473030f116ddee9f6b43ac78ba3';
    await asAccount(
      address,
      tokenOn(source),
      `0x095ea7b3${permit2.padStart(64, '0')}${'f'.repeat(64)}`,
    );
  }

  async function emptied({ address }: Payer): Promise<void> {
    await asAccount(
      address,
      tokenOn(source),
      `0xa9059cbb${'1'.padStart(64, '0')}${units.toString(16).padStart(64, '0')}`,
      await bidAhead(harness.devnet, source),
    );
  }

  async function asAccount(address: string, to: string, data: string, bid?: Bid): Promise<void> {
    await chainRpc(harness.devnet, source, 'anvil_impersonateAccount', [address]);
    await chainRpc(harness.devnet, source, 'anvil_setBalance', [address, '0xde0b6b3a7640000']);
    await chainRpc(harness.devnet, source, 'eth_sendTransaction', [
      {
        from: address,
        to,
        data,
        gas: '0x30d40',
        ...(bid === undefined
          ? {}
          : {
              maxFeePerGas: toQuantity(bid.maxFeePerGas),
              maxPriorityFeePerGas: toQuantity(bid.maxPriorityFeePerGas),
            }),
      },
    ]);
  }

  function tokenOn(chainId: number): string {
    return (
      harness.devnet.chains
        .find((one) => one.chainId === chainId)
        ?.tokens.find((token) => token.symbol === 'USDC')?.address ?? ''
    );
  }

  /** Until every transaction on the chain is in the block that the store says. */
  async function untilAgreed(chainId: number): Promise<void> {
    await until(
      'the store and the chain in agreement',
      async () => {
        const watched = (
          await harness.container.get(parts.store).reads.transactions.watchedTransactions()
        ).filter((one) => one.chain === evmChain(chainId));
        const blocks = await Promise.all(
          watched.map(async ({ minedHash }) => {
            const receipt =
              minedHash === null
                ? null
                : ((await chainRpc(harness.devnet, chainId, 'eth_getTransactionReceipt', [
                    minedHash,
                  ])) as { readonly blockNumber: string } | null); // CAST: the node's own shape.
            return receipt === null ? null : Number(receipt.blockNumber);
          }),
        );
        return watched.every(
          (one, index) => one.minedBlock !== null && one.minedBlock === blocks[index],
        );
      },
      100,
    );
  }

  /**
   * The one batch that carries these routes' transactions, once it is out. An account's open batch
   * may still be that of an earlier test.
   */
  function batchOf(receipts: readonly JsonRecord[], purpose: 'pull' | 'payout'): Promise<string> {
    return until(`a batch of ${receipts.length}`, async () => {
      const [one, ...others] = await Promise.all(
        receipts.map(
          async (receipt) => (await transactionOf(receipt, purpose))?.multicall?.carried?.by,
        ),
      );
      return others.every((other) => other === one) && one;
    });
  }

  async function transactionOf(
    receipt: JsonRecord,
    purpose: 'pull' | 'payout',
  ): Promise<Transaction | undefined> {
    return (
      await harness.container
        .get(parts.store)
        .reads.transactions.transactionsOf(textField(receipt, 'id'))
    ).find((one) => one.purpose === purpose);
  }

  async function nonceOf(role: 'spender' | 'float', chainId: number): Promise<number> {
    const account = harness.container.get(parts.evm).evmAccounts[role];
    return harness.container
      .get(parts.custody)
      .slotsTaken(evmChain(chainId), account, new AbortController().signal);
  }

  it("count each pull and payout once in the chain's own logs", async () => {
    const float = harness.container.get(parts.evm).evmAccounts.float;
    const payer = await approvedPayer();

    const { receipt } = await send(harness, payer, { from: source, to: destination, units });
    await endOfRoute(harness.client, textField(receipt, 'id'));

    expect(
      await transferCount(harness.devnet, source, { from: payer.address, to: float }),
    ).to.equal(1);
    expect(
      await transferCount(harness.devnet, destination, { from: float, to: payer.address }),
    ).to.equal(1);
  });
});
