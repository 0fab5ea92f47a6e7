import type { PaymentPayload, PaymentRequirements } from '@x402/core/types';
import { parts } from '@interline/server';
import { evmChain } from '@interline/kernel';
import { expect } from 'chai';
import { Signature } from 'ethers';
import { chainRpc } from '../support/chain-rpc.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { usdcBalance } from '../support/usdc-balance.ts';
import { sentBy } from '../sponsor/sponsor-scene.ts';
import { buyer, chainId, demandOf, facilitatorOf, keyOf } from './payments-scene.ts';
import { permit2Buyer, permit2DemandOf, proxy, sendMined, settleData } from './permit2-scene.ts';

const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/** As wallets write one signature; the first as the client of x402 does. */
const forms: Readonly<Record<string, (signed: Signature) => string>> = {
  'v as 27 or 28': ({ serialized }) => serialized,
  'v as 0 or 1': ({ serialized, yParity }) => `${serialized.slice(0, 130)}0${yParity}`,
  'v in s (EIP-2098)': ({ compactSerialized }) => compactSerialized,
  'upper case': ({ serialized }) => `0x${serialized.slice(2).toUpperCase()}`,
};

/** Good for the same digest, and any observer can make it from the other. */
function malleated({ r, s, v }: Signature): string {
  const high = (order - BigInt(s)).toString(16).padStart(64, '0');
  return `${r}${high}${(v === 27 ? 28 : 27).toString(16)}`;
}

function signatureOf({ payload }: PaymentPayload): Signature {
  return Signature.from(String(payload['signature']));
}

function signedAs(payment: PaymentPayload, signature: string): PaymentPayload {
  return { ...payment, payload: { ...payment.payload, signature } };
}

const methods = [
  {
    method: 'EIP-3009',
    payerOf: (harness: Harness) => buyer(harness),
    demandIn: demandOf,
    unsigned: 'invalid_exact_evm_payload_signature',
  },
  {
    method: 'Permit2',
    payerOf: (harness: Harness) => permit2Buyer(harness),
    demandIn: permit2DemandOf,
    unsigned: 'invalid_permit2_signature',
  },
] as const;

describe('the signature of a payment of x402', () => {
  let harness: Harness;
  let facilitator: ReturnType<typeof facilitatorOf>;
  before(async () => {
    harness = await startHarness({ chainIds: [chainId] });
    facilitator = facilitatorOf(harness, await keyOf(harness));
  });
  after(() => harness.stop());

  const sent = async () =>
    sentBy(harness, harness.container.get(parts.custody).account(evmChain(chainId), 'spender'));
  const held = (address: string) => usdcBalance(harness.devnet, chainId, address);
  const settle = (payment: PaymentPayload, demand: PaymentRequirements) =>
    facilitator.settle(payment, demand);

  for (const { method, payerOf, demandIn, unsigned } of methods) {
    const scene = async () => {
      const payer = await payerOf(harness);
      const demand = demandIn(harness);
      const payment = await payer.pay(demand);
      return { demand, payment, signed: signatureOf(payment) };
    };

    for (const [name, form] of Object.entries(forms))
      it(`by ${method} is good with ${name}, and then every other form of it is that payment`, async () => {
        const { demand, payment, signed } = await scene();
        const before = await sent();

        const verdict = await facilitator.verify(signedAs(payment, form(signed)), demand);
        const settled = await settle(signedAs(payment, form(signed)), demand);
        const others = [];
        for (const other of Object.values(forms))
          others.push(await settle(signedAs(payment, other(signed)), demand));

        expect([verdict.isValid, settled.success]).to.deep.equal([true, true]);
        for (const other of others)
          expect(other).to.deep.include({
            ...{ success: false, errorReason: 'duplicate_settlement' },
            transaction: settled.transaction,
          });
        expect((await sent()) - before).to.equal(1);
        expect(await held(demand.payTo)).to.equal(10_000n);
      });

    it(`by ${method} is one payment in all forms that are brought at once`, async () => {
      const { demand, payment, signed } = await scene();
      const before = await sent();

      const all = await Promise.all(
        [1, 2, 3]
          .flatMap(() => Object.values(forms))
          .map((form) => settle(signedAs(payment, form(signed)), demand)),
      );

      expect(all.filter(({ success }) => success)).to.have.length(1);
      expect(
        all.filter(({ errorReason }) => errorReason === 'duplicate_settlement'),
      ).to.have.length(11);
      expect((await sent()) - before).to.equal(1);
      expect(await held(demand.payTo)).to.equal(10_000n);
    });

    it(`by ${method} is refused with a high s, with that reason, and is still good with the low one`, async () => {
      const { demand, payment, signed } = await scene();
      const high = signedAs(payment, malleated(signed));
      const before = await sent();

      const verdict = await facilitator.verify(high, demand);
      const refused = await settle(high, demand);

      expect([verdict.isValid, verdict.invalidReason]).to.deep.equal([false, unsigned]);
      expect(verdict.invalidMessage).to.include('its s is above half');
      expect(refused).to.deep.include({ success: false, errorReason: unsigned, transaction: '' });
      expect((await sent()) - before).to.equal(0);
      expect((await settle(payment, demand)).success).to.equal(true);
      expect(await held(demand.payTo)).to.equal(10_000n);
    });
  }

  it('by Permit2 is sent with v as 27 or 28, whatever the wallet wrote', async () => {
    const payer = await permit2Buyer(harness);
    const demand = permit2DemandOf(harness);
    const payment = await payer.pay(demand);
    const { compactSerialized } = signatureOf(payment);

    const { transaction } = await settle(signedAs(payment, compactSerialized), demand);

    const tx = await chainRpc(harness.devnet, chainId, 'eth_getTransactionByHash', [transaction]);
    expect(tx).to.deep.include({ input: settleData(payment) });
  });

  it('by Permit2 with a high s is valid there: a stranger who sends it so has made the payment', async () => {
    const payer = await permit2Buyer(harness);
    const demand = permit2DemandOf(harness);
    const payment = await payer.pay(demand);
    const high = signedAs(payment, malleated(signatureOf(payment)));
    const hash = await sendMined(harness, { to: proxy, data: settleData(high) });
    const before = await sent();

    const settled = await settle(payment, demand);

    expect(settled).to.deep.include({ success: true, transaction: hash });
    expect((await sent()) - before).to.equal(0);
    expect(await held(demand.payTo)).to.equal(10_000n);
  });
});
