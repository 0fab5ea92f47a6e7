import { encodePaymentSignatureHeader } from '@x402/core/http';
import { expect } from 'chai';
import { parts } from '@interline/server';
import { asUnits, utcDay } from '@interline/kernel';
import { createHash } from 'node:crypto';
import { passesOfMint } from '../support/mint-passes.ts';
import { freshAddress } from '../support/fresh-wallet.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { usdcBalance } from '../support/usdc-balance.ts';
import { booksOf, sentBy } from '../sponsor/sponsor-scene.ts';
import {
  buyer,
  chainId,
  demandOf,
  facilitatorOf,
  identifiedBy,
  keyOf,
  network,
  usdcOf,
} from './payments-scene.ts';
import { openSeller } from './seller.ts';

function text(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

/** One that has had as many settled today as it may. */
async function keyWithout(harness: Harness) {
  const key = await keyOf(harness);
  const settles = 1_000;
  const budget = `settles:${createHash('sha256').update(key).digest('hex')}`;
  const units = asUnits(BigInt(settles));
  await harness.container.get(parts.store).run('use-up', async ({ transactions }) => {
    await transactions.charge([{ budget, units, limit: units }], utcDay(Date.now()));
  });
  return { key, settles };
}

/** On a real local chain; the client of x402 signs and asks, and we settle. */
describe('payments of x402', () => {
  let harness: Harness;
  let key: string;
  let facilitator: ReturnType<typeof facilitatorOf>;
  before(async () => {
    harness = await startHarness({ chainIds: [chainId] });
    key = await keyOf(harness);
    facilitator = facilitatorOf(harness, key);
  });
  after(() => harness.stop());

  const spender = () =>
    harness.container.get(parts.custody).account('eip155:8453' as never, 'spender');
  const held = (address: string) => usdcBalance(harness.devnet, chainId, address);

  it('are supported as the client of x402 asks for it', async () => {
    const { kinds, extensions, signers } = await facilitator.getSupported();

    const [kind] = kinds;
    expect(
      kinds.map(({ x402Version, scheme, network: on }) => [x402Version, scheme, on]),
    ).to.deep.equal([[2, 'exact', network]]);
    expect(kind?.extra?.['assets']).to.deep.include({
      ...{ asset: usdcOf(harness), symbol: 'USDC', decimals: 6, name: 'USD Coin', version: '2' },
      assetTransferMethods: ['eip3009', 'permit2'],
    });
    expect(extensions).to.deep.equal(['payment-identifier']);
    expect(signers['eip155:*']).to.have.length(1);
  });

  it('are verified, which moves nothing, and settled, which moves the whole amount', async () => {
    const payer = await buyer(harness);
    const demand = demandOf(harness, { amount: '1250000' });
    const payment = await payer.pay(demand);

    const verdict = await facilitator.verify(payment, demand);
    const before = await held(demand.payTo);
    const settled = await facilitator.settle(payment, demand);

    expect(verdict).to.deep.include({ isValid: true, payer: payer.address });
    expect(before).to.equal(0n);
    expect(settled).to.deep.include({
      ...{ success: true, network, payer: payer.address, amount: '1250000' },
    });
    expect(settled.transaction).to.match(/^0x[0-9a-f]{64}$/);
    expect(await held(demand.payTo)).to.equal(1_250_000n);
    expect(await held(payer.address)).to.equal(3_750_000n);
    const { deficits, unclaimed } = await booksOf(harness);
    expect({ deficits, unclaimed }).to.deep.equal({ deficits: [], unclaimed: {} });
  });

  it('settled 50 times at once are one transaction, and one caller gets the success', async () => {
    const payer = await buyer(harness);
    const demand = demandOf(harness);
    const payment = await payer.pay(demand);
    const before = await sentBy(harness, spender());

    const all = await Promise.all(
      Array.from({ length: 50 }, () => facilitator.settle(payment, demand)),
    );

    expect((await sentBy(harness, spender())) - before).to.equal(1);
    expect(all.filter(({ success }) => success)).to.have.length(1);
    expect(all.filter(({ errorReason }) => errorReason === 'duplicate_settlement')).to.have.length(
      49,
    );
    expect(new Set(all.map(({ transaction }) => transaction)).size).to.equal(1);
    expect(await held(demand.payTo)).to.equal(10_000n);
  });

  it('settled again are a duplicate, and the same answer to the seller that names their identifier', async () => {
    const payer = await buyer(harness);
    const demand = demandOf(harness);
    const id = 'pay_7d5d747be160e280';
    const plain = await payer.pay(demand);
    const named = await payer.pay(demand, identifiedBy(id));
    const naming = facilitatorOf(harness, key, { 'idempotency-key': id });

    const first = await facilitator.settle(plain, demand);
    const again = await facilitator.settle(plain, demand);
    const one = await naming.settle(named, demand);
    const repeats = await Promise.all([1, 2, 3].map(() => naming.settle(named, demand)));

    expect(first.success).to.equal(true);
    expect(again).to.deep.include({
      ...{ success: false, errorReason: 'duplicate_settlement', transaction: first.transaction },
    });
    expect(one.success).to.equal(true);
    for (const repeat of repeats) expect(repeat).to.deep.equal(one);
    expect(await held(demand.payTo)).to.equal(20_000n);
  });

  it('are sold once, however many times at once a buyer presents one under an identifier that it made up', async () => {
    const demand = demandOf(harness);
    const seller = await openSeller(facilitator, [demand]);
    const payer = await buyer(harness);
    const header = encodePaymentSignatureHeader(
      await payer.pay(demand, identifiedBy('pay_00000000made_up')),
    );

    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        fetch(seller.url, { headers: { 'payment-signature': header } }),
      ),
    );
    await seller.close();

    expect(answers.filter(({ status }) => status === 200)).to.have.length(1);
    expect(seller.sold).to.have.length(1);
    expect(await held(demand.payTo)).to.equal(10_000n);
  });

  it('refuse another payment under an identifier that is already used by one', async () => {
    const payer = await buyer(harness);
    const demand = demandOf(harness);
    const id = identifiedBy('pay_000000000000000a');
    await facilitator.settle(await payer.pay(demand, id), demand);

    const other = await payer.pay(demand, id);
    const error = await facilitator.settle(other, demand).catch((thrown: unknown) => thrown);

    expect(String(error))
      .to.match(/409/)
      .and.to.match(/IDEMPOTENCY_CONFLICT/);
    expect(await held(demand.payTo)).to.equal(10_000n);
  });

  it('show a caller without the signature nothing of the identifiers that a payer has used', async () => {
    const payer = await buyer(harness);
    const demand = demandOf(harness);
    const id = identifiedBy('pay_000000000000000b');
    await facilitator.settle(await payer.pay(demand, id), demand);

    const unsigned = async (extension: typeof id) => {
      const payment = await payer.pay(demand, extension);
      const payload = { ...payment.payload, signature: `0x${'11'.repeat(64)}1b` };
      const { success, errorReason } = await facilitator.settle({ ...payment, payload }, demand);
      return [success, errorReason];
    };

    const [used, free] = [
      await unsigned(id),
      await unsigned(identifiedBy('pay_00000000never_used')),
    ];
    expect(used).to.deep.equal(free);
    expect(used).to.deep.equal([false, 'invalid_exact_evm_payload_signature']);
  });

  it('cost a key or a pass: without one nothing is settled', async () => {
    const payer = await buyer(harness);
    const demand = demandOf(harness);
    const payment = await payer.pay(demand);

    const error = await facilitatorOf(harness, null)
      .settle(payment, demand)
      .catch((thrown: unknown) => thrown);

    expect(String(error))
      .to.match(/422/)
      .and.to.match(/FACILITATOR_QUOTA/);
    expect(await held(demand.payTo)).to.equal(0n);
    expect((await facilitator.settle(payment, demand)).success).to.equal(true);
  });

  it('are settled with a pass, which is spent by that', async () => {
    const payer = await buyer(harness);
    const demand = demandOf(harness);
    const payment = await payer.pay(demand);
    const [pass] = await passesOfMint(harness.container.get(parts.passes), 1);
    if (pass === undefined) throw new Error('the mint signs passes');
    const { preparedMessage, signature } = pass;
    const shown = { preparedMsg: text(preparedMessage), sig: text(signature) };
    const settle = async (body: object) => {
      const answer = await fetch(`${harness.url}/api/payments/settle`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-svc-pass': text(Buffer.from(JSON.stringify(shown))),
        },
        body: JSON.stringify(body),
      });
      const { success, errorCode } = (await answer.json()) as Record<string, unknown>;
      return [answer.status, success, errorCode];
    };
    const body = { x402Version: 2, paymentPayload: payment, paymentRequirements: demand };
    const another = { ...body, paymentPayload: await payer.pay(demand) };

    expect(await settle(body)).to.deep.equal([200, true, undefined]);
    expect(await settle(another)).to.deep.equal([409, undefined, 'PASS_SPENT']);
    expect(await held(demand.payTo)).to.equal(10_000n);
  });

  it('are refused beyond what a key may have settled in a day', async () => {
    const { key, settles } = await keyWithout(harness);
    const payer = await buyer(harness);
    const demand = demandOf(harness);
    const before = await sentBy(harness, spender());

    const error = await facilitatorOf(harness, key)
      .settle(await payer.pay(demand), demand)
      .catch((thrown: unknown) => thrown);

    expect(settles).to.equal(1_000);
    expect(String(error)).to.match(/FACILITATOR_QUOTA/);
    expect(await sentBy(harness, spender())).to.equal(before);
  });

  it('of a payer whose balance does not cover all of them are refused if they would fail', async () => {
    const payer = await buyer(harness, 25_000n);
    const demand = demandOf(harness);
    const before = await sentBy(harness, spender());

    const payments = await Promise.all([1, 2, 3].map(() => payer.pay(demand)));
    const all = await Promise.all(payments.map((one) => facilitator.settle(one, demand)));

    expect(all.filter(({ success }) => success)).to.have.length(2);
    expect(all.find(({ success }) => !success)?.errorReason).to.equal('insufficient_funds');
    expect((await sentBy(harness, spender())) - before).to.equal(2);
    expect(await held(payer.address)).to.equal(5_000n);
  });

  it('are read by their id', async () => {
    const payer = await buyer(harness);
    const demand = demandOf(harness, { payTo: freshAddress() });
    const settled = await facilitator.settle(await payer.pay(demand), demand);
    const { id } = settled.extra as { readonly id: string };

    const answer = await fetch(`${harness.url}/api/payments/${id}`);
    const shown = (await answer.json()) as Record<string, unknown>;

    expect(shown).to.deep.include({
      ...{ id, status: 'SETTLED', network, amount: '10000', errorReason: null, isOurs: true },
      ...{ payer: payer.address, payTo: demand.payTo, transaction: settled.transaction },
    });
  });
});
