import { parts } from '@interline/server';
import { fillSlot, giveUpTransaction } from '@interline/core/transactions';
import { evmAddress, evmChain } from '@interline/kernel';
import { expect } from 'chai';
import { chainRpc } from '../support/chain-rpc.ts';
import { freshAddress } from '../support/fresh-wallet.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { mine, resumeMining, stopMining } from '../support/mining.ts';
import { takeSlot } from '../support/send-unknown.ts';
import { until } from '../support/until.ts';
import { usdcBalance } from '../support/usdc-balance.ts';
import { booksOf, sentBy } from '../sponsor/sponsor-scene.ts';
import { buyer, chainId, demandOf, endOf, facilitatorOf, keyOf, usdcOf } from './payments-scene.ts';
import { exactOf, plainTransferData, sendInFront, transferData } from './strangers.ts';

describe('x402 payments that a stranger interferes with', () => {
  let harness: Harness;
  let facilitator: ReturnType<typeof facilitatorOf>;
  before(async () => {
    harness = await startHarness({ chainIds: [chainId] });
    facilitator = facilitatorOf(harness, await keyOf(harness));
  });
  after(() => harness.stop());
  afterEach(() => resumeMining(harness.devnet, chainId));

  const spender = () => harness.container.get(parts.custody).account(evmChain(chainId), 'spender');
  const held = (address: string) => usdcBalance(harness.devnet, chainId, address);
  const sent = () => sentBy(harness, spender());
  const settlementOf = (payment: Parameters<typeof exactOf>[0]) => {
    const { from, nonce } = exactOf(payment).authorization;
    return harness.container.get(parts.store).reads.payments.settlementOf({
      chain: evmChain(chainId),
      noncesAt: evmAddress(usdcOf(harness)),
      payer: evmAddress(from),
      nonce: nonce as `0x${string}`, // CAST: the scheme's client made it.
    });
  };
  const waits = async (nonce: number) =>
    until('a transaction of ours in the pool', async () => (await sent()) > nonce);

  it("count if a stranger had sent them first, with the stranger's transaction and none of ours", async () => {
    const payer = await buyer(harness);
    const demand = demandOf(harness);
    const payment = await payer.pay(demand);
    const hash = await sendInFront(harness, { to: demand.asset, data: transferData(payment) });
    const before = await sent();

    const settled = await facilitator.settle(payment, demand);
    const again = await facilitator.settle(payment, demand);

    expect(settled).to.deep.include({ success: true, transaction: hash });
    expect(again).to.deep.include({ success: false, errorReason: 'duplicate_settlement' });
    expect(await sent()).to.equal(before);
    expect(await held(demand.payTo)).to.equal(10_000n);
  });

  it('count if a stranger is faster than our transaction, which then reverts', async () => {
    const payer = await buyer(harness);
    const demand = demandOf(harness);
    const payment = await payer.pay(demand);
    await stopMining(harness.devnet, chainId);
    const before = await sent();

    const settling = endOf(facilitator, payment, demand);
    await waits(before);
    const hash = await sendInFront(harness, { to: demand.asset, data: transferData(payment) });
    await resumeMining(harness.devnet, chainId);
    const settled = await settling;

    expect(settled).to.deep.include({ success: true, transaction: hash });
    expect((await sent()) - before).to.equal(1);
    expect(await held(demand.payTo)).to.equal(10_000n);
    expect((await settlementOf(payment))?.isCharged).to.equal(false);
    const { deficits } = await booksOf(harness);
    expect(deficits).to.deep.equal([]);
  });

  it('count if a stranger has sent them while the operator gives ours up', async () => {
    const payer = await buyer(harness);
    const demand = demandOf(harness);
    const payment = await payer.pay(demand);
    const { ports } = harness.container.get(parts.transactions);
    await stopMining(harness.devnet, chainId);
    const before = await sent();

    const settling = endOf(facilitator, payment, demand);
    await waits(before);
    const [ours] = await ports.store.reads.transactions.openTransactions({ owner: 'payment' });
    if (ours === undefined) throw new Error('nothing of ours is open');
    const hash = await sendInFront(harness, { to: demand.asset, data: transferData(payment) });
    await fillSlot(ports, ours, new AbortController().signal);
    await resumeMining(harness.devnet, chainId);
    await mine(harness.devnet, chainId, 100);
    const settled = await settling;

    expect(settled).to.deep.include({ success: true, transaction: hash });
    expect((await ports.store.reads.transactions.transaction(ours.id))?.state).to.equal('filled');
    expect(await held(demand.payTo)).to.equal(10_000n);
  });

  it('fail for good if the payer spends the money meanwhile: no second transaction follows', async () => {
    const payer = await buyer(harness);
    const demand = demandOf(harness);
    const payment = await payer.pay(demand);
    await stopMining(harness.devnet, chainId);
    const before = await sent();

    const settling = endOf(facilitator, payment, demand);
    await waits(before);
    const drain = plainTransferData(freshAddress(), 5_000_000n);
    await sendInFront(harness, { to: demand.asset, data: drain }, payer.address);
    await resumeMining(harness.devnet, chainId);
    const failed = await settling;
    const { token, amount } = { token: usdcOf(harness), amount: 5_000_000n };
    await harness.devnet.faucet({ chainId, token, to: payer.address, amount });
    const again = await facilitator.settle(payment, demand);

    expect(failed).to.deep.include({
      ...{ success: false, errorReason: 'invalid_exact_evm_transaction_failed' },
    });
    expect(again).to.deep.equal(failed);
    expect((await sent()) - before).to.equal(1);
    expect(await held(demand.payTo)).to.equal(0n);
    expect((await settlementOf(payment))?.isCharged).to.equal(true);
  });

  it("are not settled by another transfer's event: one log settles one payment", async () => {
    const payer = await buyer(harness);
    const demand = demandOf(harness);
    const payment = await payer.pay(demand);
    // The chain has the same nonce, signed for another recipient, and the seller is paid otherwise.
    const { nonce } = exactOf(payment).authorization;
    const elsewhere = await signedAgain(payer, demandOf(harness), nonce);
    await sendInFront(harness, { to: demand.asset, data: transferData(elsewhere) });
    const direct = plainTransferData(demand.payTo, 10_000n);
    await sendInFront(harness, { to: demand.asset, data: direct }, payer.address);

    const settled = await facilitator.settle(payment, demand);

    expect(settled).to.deep.include({
      ...{ success: false, errorReason: 'invalid_exact_evm_nonce_already_used', transaction: '' },
    });
  });

  it('keep their nonce through errors: a refused payment is settled once the reason is gone', async () => {
    const payer = await buyer(harness, 0n);
    const demand = demandOf(harness);
    const payment = await payer.pay(demand);

    const verdict = await facilitator.verify(payment, demand);
    const refused = await facilitator.settle(payment, demand);
    await harness.devnet.faucet({
      ...{ chainId, token: usdcOf(harness), to: payer.address, amount: 10_000n },
    });
    const settled = await facilitator.settle(payment, demand);

    expect(verdict).to.deep.include({ isValid: false, invalidReason: 'insufficient_funds' });
    expect(refused).to.deep.include({ success: false, errorReason: 'insufficient_funds' });
    expect(settled.success).to.equal(true);
  });

  it('are reported only to a caller with the signature', async () => {
    const payer = await buyer(harness);
    const demand = demandOf(harness);
    const payment = await payer.pay(demand);
    const exact = exactOf(payment);
    const forged = {
      ...payment,
      payload: { ...exact, signature: `0x${'1b'.repeat(65)}` },
    };

    const early = await facilitator.settle(forged, demand);
    const settled = await facilitator.settle(payment, demand);
    const late = await facilitator.settle(forged, demand);

    expect(early.errorReason).to.equal('invalid_exact_evm_payload_signature');
    expect(settled.success).to.equal(true);
    expect(late).to.deep.include({
      ...{ success: false, errorReason: 'invalid_exact_evm_nonce_already_used', transaction: '' },
    });
  });

  it('are reopened by a reorg, and settled again by the same bytes', async () => {
    const payer = await buyer(harness);
    const demand = demandOf(harness);
    const payment = await payer.pay(demand);
    const settled = await facilitator.settle(payment, demand);
    const { id } = settled.extra as { readonly id: string }; // CAST: as documented.
    const read = async () =>
      (await (await fetch(`${harness.url}/api/payments/${id}`)).json()) as Record<string, unknown>; // CAST: as documented.
    const before = await sent();

    await stopMining(harness.devnet, chainId);
    await chainRpc(harness.devnet, chainId, 'anvil_reorg', [1, []]);
    await until('a payment that is open again', async () => (await read())['status'] === 'PENDING');
    const again = await facilitator.settle(payment, demand);
    await resumeMining(harness.devnet, chainId);
    await until('a payment that is made again', async () => (await read())['status'] === 'SETTLED');

    expect(settled.success).to.equal(true);
    expect(again.errorReason).to.equal('duplicate_settlement');
    expect(await sent()).to.equal(before);
    expect(await held(demand.payTo)).to.equal(10_000n);
    const { deficits } = await booksOf(harness);
    expect(deficits).to.deep.equal([]);
  });

  it('wait until a block has them, and are then reported', async () => {
    const payer = await buyer(harness);
    const demand = demandOf(harness);
    const payment = await payer.pay(demand);
    await stopMining(harness.devnet, chainId);
    const before = await sent();

    const settling = endOf(facilitator, payment, demand);
    await waits(before);
    const pending = await settlementOf(payment);
    await resumeMining(harness.devnet, chainId);

    expect(pending?.outcome).to.equal(null);
    expect((await settling).success).to.equal(true);
  });
});

describe('an x402 payment whose slot another transaction of our key took', () => {
  let harness: Harness;
  before(async () => {
    harness = await startHarness({ chainIds: [chainId] });
  });
  after(() => harness.stop());

  it('fails once that is proven, and no longer counts against its payer', async () => {
    const facilitator = facilitatorOf(harness, await keyOf(harness));
    const payer = await buyer(harness);
    const demand = demandOf(harness);
    const payment = await payer.pay(demand);
    const { reads } = harness.container.get(parts.store);
    await stopMining(harness.devnet, chainId);
    const settling = endOf(facilitator, payment, demand);
    const ours = await until('a transaction of ours', async () => {
      const [one] = await reads.transactions.openTransactions({ owner: 'payment' });
      return one ?? false;
    });
    await takeSlot(harness, chainId, 'spender', ours.slot);
    await resumeMining(harness.devnet, chainId);
    let isOver = false;
    const settled = settling.finally(() => (isOver = true));
    while (!isOver) {
      await mine(harness.devnet, chainId, 30);
      await new Promise((resolve) => setTimeout(resolve, 250));
    }

    const failed = await settled;

    expect((await reads.transactions.transaction(ours.id))?.state).to.equal('displaced');
    expect(failed).to.deep.include({
      ...{ success: false, errorReason: 'invalid_exact_evm_transaction_failed' },
    });
    const token = evmAddress(usdcOf(harness));
    const from = evmAddress(payer.address.toLowerCase());
    const open = await reads.payments.unitsUnderWay(evmChain(chainId), token, from);
    expect(open).to.equal(0n);
  });

  it('fails too if the operator lets the account run before that is proven', async () => {
    const facilitator = facilitatorOf(harness, await keyOf(harness));
    const store = harness.container.get(parts.store);
    const { chain, account } = { chain: evmChain(chainId), account: spender() };
    await store.run('resume', ({ transactions }) => transactions.stopAccount(chain, account, null));
    const payer = await buyer(harness);
    const demand = demandOf(harness);
    const payment = await payer.pay(demand);
    await stopMining(harness.devnet, chainId);
    const settling = endOf(facilitator, payment, demand);
    const ours = await until('a transaction of ours', async () => {
      const [one] = await store.reads.transactions.openTransactions({ owner: 'payment' });
      return one ?? false;
    });
    await takeSlot(harness, chainId, 'spender', ours.slot);
    await resumeMining(harness.devnet, chainId);

    // As the order to resume does with what something else took the slot of.
    await store.run('resume', (tx) => giveUpTransaction(tx, ours));
    const ended = await settling;

    expect(ended.errorReason).to.equal('invalid_exact_evm_transaction_failed');
    const token = evmAddress(usdcOf(harness));
    const from = evmAddress(payer.address.toLowerCase());
    expect(await store.reads.payments.unitsUnderWay(chain, token, from)).to.equal(0n);
  });

  const spender = () => harness.container.get(parts.custody).account(evmChain(chainId), 'spender');
});

async function signedAgain(
  payer: Awaited<ReturnType<typeof buyer>>,
  demand: ReturnType<typeof demandOf>,
  nonce: string,
) {
  const made = await payer.pay(demand);
  const exact = exactOf(made);
  const authorization = { ...exact.authorization, nonce };
  const signature = await payer.account.signTypedData({
    domain: { ...demand.extra, chainId, verifyingContract: demand.asset as `0x${string}` },
    primaryType: 'TransferWithAuthorization',
    types: {
      TransferWithAuthorization: [
        { name: 'from', type: 'address' },
        { name: 'to', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'validAfter', type: 'uint256' },
        { name: 'validBefore', type: 'uint256' },
        { name: 'nonce', type: 'bytes32' },
      ],
    },
    message: {
      from: payer.address,
      to: authorization.to as `0x${string}`,
      value: BigInt(authorization.value),
      validAfter: BigInt(authorization.validAfter),
      validBefore: BigInt(authorization.validBefore),
      nonce: nonce as `0x${string}`,
    },
  });
  return { ...made, payload: { authorization, signature } };
}
