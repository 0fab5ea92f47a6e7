import { parts } from '@interline/server';
import { expect } from 'chai';
import { chainRpc } from '../support/chain-rpc.ts';
import { freshAddress } from '../support/fresh-wallet.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { usdcBalance } from '../support/usdc-balance.ts';
import { booksOf, sentBy } from '../sponsor/sponsor-scene.ts';
import { buyer, chainId, demandOf, facilitatorOf, keyOf, usdcOf } from './payments-scene.ts';
import {
  approve,
  permit2Buyer,
  permit2DemandOf,
  permit2Of,
  proxy,
  settleData,
  signedAnew,
} from './permit2-scene.ts';
import { exactOf, tokenBalance } from './strangers.ts';

/** The client of x402 signs for its proxy; a token without EIP-3009 can be paid so too. */
describe('payments of x402 by Permit2', () => {
  let harness: Harness;
  let facilitator: ReturnType<typeof facilitatorOf>;
  before(async () => {
    harness = await startHarness({ chainIds: [chainId] });
    facilitator = facilitatorOf(harness, await keyOf(harness));
  });
  after(() => harness.stop());

  const held = (address: string) => usdcBalance(harness.devnet, chainId, address);
  const sent = async () => {
    const custody = harness.container.get(parts.custody);
    return sentBy(harness, custody.account('eip155:8453' as never, 'spender'));
  };
  const dai = () => {
    const [chain] = harness.devnet.chains;
    return chain?.tokens.find(({ symbol }) => symbol === 'DAI')?.address ?? '';
  };

  it('are supported if the chain has the proxy, for every listed token', async () => {
    const { kinds } = await facilitator.getSupported();

    const extra = kinds[0]?.extra;
    const assets = extra?.['assets'] as readonly Record<string, unknown>[]; // CAST: as documented.
    const methods = Object.fromEntries(
      assets.map((one) => [String(one['symbol']), one['assetTransferMethods']]),
    );
    expect(extra?.['assetTransferMethods']).to.deep.equal(['eip3009', 'permit2']);
    expect(methods).to.deep.equal({ USDC: ['eip3009', 'permit2'], DAI: ['permit2'] });
  });

  it('are verified, which moves nothing, and settled, which moves the whole amount', async () => {
    const payer = await permit2Buyer(harness);
    const demand = permit2DemandOf(harness, { amount: '1250000' });
    const payment = await payer.pay(demand);

    const verdict = await facilitator.verify(payment, demand);
    const before = await held(demand.payTo);
    const settled = await facilitator.settle(payment, demand);

    expect(permit2Of(payment).permit2Authorization.spender).to.equal(proxy);
    expect(verdict).to.deep.include({ isValid: true, payer: payer.address });
    expect(before).to.equal(0n);
    expect(settled).to.deep.include({ success: true, payer: payer.address, amount: '1250000' });
    expect(await held(demand.payTo)).to.equal(1_250_000n);
    expect(await held(payer.address)).to.equal(3_750_000n);
    const { deficits, unclaimed } = await booksOf(harness);
    expect({ deficits, unclaimed }).to.deep.equal({ deficits: [], unclaimed: {} });
    const { id } = settled.extra as { readonly id: string }; // CAST: as documented.
    const shown = await (await fetch(`${harness.url}/api/payments/${id}`)).json();
    expect(shown).to.include({ status: 'SETTLED', assetTransferMethod: 'permit2' });
  });

  it('are made in a token without EIP-3009', async () => {
    const payer = await buyer(harness, 0n);
    const asset = dai() as `0x${string}`; // CAST: the devnet names contracts of its own.
    const amount = 3n * 10n ** 18n;
    await harness.devnet.faucet({ chainId, token: asset, to: payer.address, amount });
    await approve(harness, payer.address, amount, asset);
    const demand = permit2DemandOf(harness, { asset, amount: '2000000000000000000' });

    const settled = await facilitator.settle(await payer.pay(demand), demand);
    const without = demandOf(harness, { asset, amount: '5' });
    const verdict = await facilitator.verify(await payer.pay(without), without);

    expect(settled.success).to.equal(true);
    expect(await tokenBalance(harness, asset, demand.payTo)).to.equal(2n * 10n ** 18n);
    expect(verdict.invalidReason).to.equal('invalid_payment_requirements');
  });

  it('settled 50 times at once are one transaction, and one of the callers gets a success', async () => {
    const payer = await permit2Buyer(harness);
    const demand = permit2DemandOf(harness);
    const payment = await payer.pay(demand);
    const before = await sent();

    const all = await Promise.all(
      Array.from({ length: 50 }, () => facilitator.settle(payment, demand)),
    );

    expect((await sent()) - before).to.equal(1);
    expect(all.filter(({ success }) => success)).to.have.length(1);
    expect(all.filter(({ errorReason }) => errorReason === 'duplicate_settlement')).to.have.length(
      49,
    );
    expect(new Set(all.map(({ transaction }) => transaction)).size).to.equal(1);
    expect(await held(demand.payTo)).to.equal(10_000n);
  });

  it('have their own nonces: a payment by EIP-3009 with the same number is made too', async () => {
    const payer = await permit2Buyer(harness);
    const [demand, other] = [permit2DemandOf(harness), demandOf(harness)];
    const byToken = await payer.pay(other);
    const nonce = BigInt(exactOf(byToken).authorization.nonce).toString();
    const byPermit2 = await signedAnew(payer, await payer.pay(demand), { nonce });

    const all = await Promise.all([
      facilitator.settle(byToken, other),
      facilitator.settle(byPermit2, demand),
    ]);

    expect(all.map(({ success }) => success)).to.deep.equal([true, true]);
    expect(await held(demand.payTo)).to.equal(10_000n);
    expect(await held(other.payTo)).to.equal(10_000n);
  });

  it('share them among all tokens: a second one with the number of another is refused', async () => {
    const payer = await permit2Buyer(harness);
    const token = dai();
    await harness.devnet.faucet({ chainId, token, to: payer.address, amount: 10_000n });
    await approve(harness, payer.address, 10_000n, token);
    const demand = permit2DemandOf(harness);
    const other = permit2DemandOf(harness, { asset: token });
    const payment = await payer.pay(demand);
    const { nonce } = permit2Of(payment).permit2Authorization;
    const second = await signedAnew(payer, await payer.pay(other), { nonce });
    const before = await sent();

    const [first, then] = await Promise.all([
      facilitator.settle(payment, demand),
      facilitator.settle(second, other),
    ]);

    expect([first, then].filter(({ success }) => success)).to.have.length(1);
    expect([first, then].find(({ success }) => !success)?.errorReason).to.equal(
      'permit2_invalid_nonce',
    );
    expect((await sent()) - before).to.equal(1);
  });

  it('require an allowance of Permit2 for all that are under way at once', async () => {
    const none = await buyer(harness);
    const demand = permit2DemandOf(harness);
    const some = await permit2Buyer(harness, { allowed: 25_000n });
    const before = await sent();

    const unapproved = await none.pay(demand);
    const verdict = await facilitator.verify(unapproved, demand);
    const refused = await facilitator.settle(unapproved, demand);
    const payments = await Promise.all([1, 2, 3].map(() => some.pay(demand)));
    const all = await Promise.all(payments.map((one) => facilitator.settle(one, demand)));

    expect([verdict.isValid, verdict.invalidReason]).to.deep.equal([
      ...[false, 'permit2_allowance_required'],
    ]);
    expect(refused).to.deep.include({
      ...{ success: false, errorReason: 'permit2_allowance_required', transaction: '' },
    });
    expect(all.filter(({ success }) => success)).to.have.length(2);
    expect(all.find(({ success }) => !success)?.errorReason).to.equal('permit2_allowance_required');
    expect((await sent()) - before).to.equal(2);
    // What was refused is made once it is allowed.
    await approve(harness, none.address, 10_000n);
    expect((await facilitator.settle(unapproved, demand)).success).to.equal(true);
  });

  it('require the balance first: a payer without the money gets insufficient_funds', async () => {
    const payer = await buyer(harness, 9_999n);
    const demand = permit2DemandOf(harness);

    const verdict = await facilitator.verify(await payer.pay(demand), demand);

    expect(verdict.invalidReason).to.equal('insufficient_funds');
  });

  type Changed = (payment: ReturnType<typeof permit2Of>['permit2Authorization']) => object;
  const nobody = `0x${'99'.repeat(20)}`;
  const nowSec = () => Math.floor(Date.now() / 1_000);
  const refusals: readonly (readonly [string, string, Changed])[] = [
    ['for another spender', 'invalid_permit2_spender', () => ({ spender: nobody })],
    [
      'of another token',
      'permit2_token_mismatch',
      ({ permitted }) => ({ permitted: { ...permitted, token: nobody } }),
    ],
    [
      'to somebody else',
      'invalid_permit2_recipient_mismatch',
      ({ witness }) => ({ witness: { ...witness, to: nobody } }),
    ],
    [
      'of one unit less',
      'permit2_amount_mismatch',
      ({ permitted }) => ({ permitted: { ...permitted, amount: '9999' } }),
    ],
    [
      'of one unit more',
      'permit2_amount_mismatch',
      ({ permitted }) => ({ permitted: { ...permitted, amount: '10001' } }),
    ],
    [
      'that are not good yet',
      'permit2_not_yet_valid',
      ({ witness }) => ({ witness: { ...witness, validAfter: String(nowSec() + 600) } }),
    ],
    [
      'that are good for less than six seconds more',
      'permit2_deadline_expired',
      () => ({ deadline: String(nowSec() + 4) }),
    ],
  ];
  for (const [what, reason, change] of refusals)
    it(`${what} are refused as ${reason}, by verify and by settle`, async () => {
      const payer = await buyer(harness, 0n);
      const demand = permit2DemandOf(harness, { payTo: freshAddress() });
      const plain = await payer.pay(demand);
      const payment = await signedAnew(
        ...[payer, plain, change(permit2Of(plain).permit2Authorization)],
      );

      const verdict = await facilitator.verify(payment, demand);
      const settled = await facilitator.settle(payment, demand);

      expect([verdict.isValid, verdict.invalidReason]).to.deep.equal([false, reason]);
      expect([settled.success, settled.errorReason, settled.transaction]).to.deep.equal([
        ...[false, reason, ''],
      ]);
    });

  it('with terms that were not signed are refused as invalid_permit2_signature', async () => {
    const payer = await permit2Buyer(harness);
    const demand = permit2DemandOf(harness);
    const payment = await payer.pay(demand);
    const { signature, permit2Authorization } = permit2Of(payment);
    const other = { ...permit2Authorization, nonce: '7' };
    const forged = { ...payment, payload: { signature, permit2Authorization: other } };

    const verdict = await facilitator.verify(forged, demand);

    expect(verdict.invalidReason).to.equal('invalid_permit2_signature');
    expect((await facilitator.verify(payment, demand)).isValid).to.equal(true);
  });

  it('are the call of the proxy that any sender may make, byte for byte', async () => {
    const payer = await permit2Buyer(harness);
    const demand = permit2DemandOf(harness);
    const payment = await payer.pay(demand);

    const { transaction } = await facilitator.settle(payment, demand);

    const tx = await chainRpc(harness.devnet, chainId, 'eth_getTransactionByHash', [transaction]);
    expect(tx).to.deep.include({ to: proxy.toLowerCase(), input: settleData(payment) });
  });
});

describe('payments of x402 by Permit2 on a chain without the proxy', () => {
  let harness: Harness;
  before(async () => {
    harness = await startHarness({ chainIds: [chainId] });
    await chainRpc(harness.devnet, chainId, 'anvil_setCode', [proxy, '0x']);
  });
  after(() => harness.stop());

  it('are not supported there, and refused as permit2_proxy_not_deployed', async () => {
    const facilitator = facilitatorOf(harness, null);
    const payer = await permit2Buyer(harness);
    const demand = permit2DemandOf(harness);

    const { kinds } = await facilitator.getSupported();
    const verdict = await facilitator.verify(await payer.pay(demand), demand);

    expect(kinds[0]?.extra?.['assetTransferMethods']).to.deep.equal(['eip3009']);
    expect(verdict.invalidReason).to.equal('permit2_proxy_not_deployed');
    expect(usdcOf(harness)).to.match(/^0x/);
  });
});
