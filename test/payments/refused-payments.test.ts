import type { PaymentPayload, PaymentRequirements } from '@x402/core/types';
import { expect } from 'chai';
import { freshAddress } from '../support/fresh-wallet.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { buyer, chainId, demandOf, facilitatorOf, keyOf, usdcOf } from './payments-scene.ts';
import { exactOf } from './strangers.ts';

type Changed = (
  payment: PaymentPayload,
  demand: PaymentRequirements,
) => { readonly payment: object; readonly demand: PaymentRequirements };

const nobody = `0x${'99'.repeat(20)}`;

/** What is changed of a good payment, and the word for it; of several the first counts. */
const refusals: readonly (readonly [string, string, Changed])[] = [
  [
    'of another version',
    'invalid_x402_version',
    (payment, demand) => ({
      payment: { ...payment, x402Version: 1 },
      demand: { ...demand, scheme: 'upto' },
    }),
  ],
  [
    'of another scheme',
    'unsupported_scheme',
    (payment, demand) => both(payment, { ...demand, scheme: 'upto', network: 'eip155:5' }),
  ],
  [
    'on a chain that is not served',
    'invalid_network',
    (payment, demand) => both(payment, { ...demand, network: 'eip155:5', asset: nobody }),
  ],
  [
    'by a delegation (ERC-7710)',
    'unsupported_payload_type',
    (payment, demand) => ({
      payment: { ...payment, payload: { delegationManager: nobody, permissionContext: '0x1b' } },
      demand,
    }),
  ],
  [
    'of a token that is not listed',
    'invalid_payment_requirements',
    (payment, demand) => both(payment, { ...demand, asset: nobody, payTo: nobody }),
  ],
  [
    'to somebody else',
    'invalid_exact_evm_payload_recipient_mismatch',
    (payment, demand) => both(payment, { ...demand, payTo: nobody, amount: '1' }),
  ],
  [
    'of one unit less than is demanded',
    'invalid_exact_evm_payload_authorization_value_mismatch',
    (payment, demand) => both(payment, { ...demand, amount: '10001' }),
  ],
  [
    'of one unit more than is demanded',
    'invalid_exact_evm_payload_authorization_value_mismatch',
    (payment, demand) => both(payment, { ...demand, amount: '9999' }),
  ],
  [
    'that is not good yet',
    'invalid_exact_evm_payload_authorization_valid_after',
    (payment, demand) => ({
      payment: changed(payment, {
        validAfter: String(nowSec() + 600),
        nonce: `0x${'00'.repeat(32)}`,
      }),
      demand,
    }),
  ],
  [
    'that is good for less than six seconds more',
    'invalid_exact_evm_payload_authorization_valid_before',
    (payment, demand) => ({
      payment: changed(payment, { validBefore: String(nowSec() + 4) }),
      demand,
    }),
  ],
  [
    'that was signed for another nonce',
    'invalid_exact_evm_payload_signature',
    (payment, demand) => ({ payment: changed(payment, { nonce: `0x${'5a'.repeat(32)}` }), demand }),
  ],
];

describe('x402 payments that are refused', () => {
  let harness: Harness;
  let facilitator: ReturnType<typeof facilitatorOf>;
  before(async () => {
    harness = await startHarness({ chainIds: [chainId] });
    facilitator = facilitatorOf(harness, await keyOf(harness));
  });
  after(() => harness.stop());

  for (const [what, reason, change] of refusals)
    it(`${what} are refused as ${reason}, by verify and by settle`, async () => {
      const payer = await buyer(harness);
      const demand = demandOf(harness, { payTo: freshAddress() });
      const { payment, demand: asked } = change(await payer.pay(demand), demand);

      const verdict = await facilitator.verify(payment as PaymentPayload, asked);
      const settled = await facilitator.settle(payment as PaymentPayload, asked);

      expect([verdict.isValid, verdict.invalidReason]).to.deep.equal([false, reason]);
      expect([settled.success, settled.errorReason, settled.transaction]).to.deep.equal([
        ...[false, reason, ''],
      ]);
    });

  it('are judged by the token, whatever extra says of it', async () => {
    const payer = await buyer(harness);
    const lying = demandOf(harness, { extra: { name: 'Dollars', version: '1' } });
    const payment = await payer.pay(lying);
    const good = demandOf(harness, { payTo: lying.payTo });

    const verdict = await facilitator.verify(payment, lying);
    const other = await payer.pay(good);
    // Said wrongly and signed rightly is no matter.
    const said = { ...other, accepted: { ...other.accepted, extra: lying.extra ?? {} } };

    expect(verdict.invalidReason).to.equal('invalid_exact_evm_payload_signature');
    expect((await facilitator.verify(said, lying)).isValid).to.equal(true);
  });

  it('are 400 without the shape of a payment', async () => {
    const payer = await buyer(harness);
    const demand = demandOf(harness);
    const payment = await payer.pay(demand);
    const post = async (body: object) => {
      const answer = await fetch(`${harness.url}/api/payments/verify`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return [answer.status, ((await answer.json()) as Record<string, unknown>)['errorCode']];
    };
    const whole = { x402Version: 2, paymentPayload: payment, paymentRequirements: demand };
    const { payTo: _none, ...half } = demand;

    expect(await post({ ...whole, paymentRequirements: half })).to.deep.equal([
      400,
      'MISSING_FIELD',
    ]);
    expect(await post({ ...whole, x402Version: 'two' })).to.deep.equal([400, 'BAD_REQUEST']);
    expect(await post(whole)).to.deep.equal([200, undefined]);
  });
});

function both(payment: PaymentPayload, demand: PaymentRequirements) {
  return { payment: { ...payment, accepted: demand }, demand };
}

function changed(payment: PaymentPayload, change: Readonly<Record<string, string>>) {
  const { authorization, signature } = exactOf(payment);
  return { ...payment, payload: { signature, authorization: { ...authorization, ...change } } };
}

function nowSec(): number {
  return Math.floor(Date.now() / 1_000);
}

/** Its blocks are twelve seconds apart. */
describe('payments of x402 on Ethereum', () => {
  let harness: Harness;
  before(async () => {
    harness = await startHarness({ chainIds: [1, chainId] });
  });
  after(() => harness.stop());

  it('are refused if they could expire within two blocks, and fail at our cost', async () => {
    const asset = usdcOf(harness, 1);
    const payer = await buyer(harness, 0n);
    const money = { chainId: 1, token: asset, to: payer.address, amount: 10_000n };
    await harness.devnet.faucet(money);
    const facilitator = facilitatorOf(harness, null);
    const verdictFor = async (maxTimeoutSeconds: number) => {
      const change = { network: 'eip155:1', asset, maxTimeoutSeconds } as const;
      const demand = demandOf(harness, change);
      return facilitator.verify(await payer.pay(demand), demand);
    };

    expect(await verdictFor(23)).to.deep.include({
      isValid: false,
      invalidReason: 'invalid_exact_evm_payload_authorization_valid_before',
    });
    expect(await verdictFor(60)).to.deep.include({ isValid: true });
  });
});
