import { type JsonRecord, signOrder, textField } from '@interline/cli';
import { createClient } from '@interline/client';
import { expect } from 'chai';
import { Interface, type Wallet } from 'ethers';
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import { createHash } from 'node:crypto';
import { endOfRoute } from '../support/end-of-route.ts';
import { freshWallet } from '../support/fresh-wallet.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { freshPayer } from '../support/payer.ts';
import { runInterline } from '../support/run-interline.ts';
import { usdcBalance } from '../support/usdc-balance.ts';

const [base, optimism, arbitrum] = [8453, 10, 42161];
const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3';

describe('a plan over two sources', () => {
  let harness: Harness;
  let wallet: Wallet;
  before(async () => {
    harness = await startHarness({ chainIds: [base, optimism, arbitrum] });
    ({ wallet } = await freshPayer(harness, base, 5_000_000n));
    await harness.devnet.faucet({
      chainId: optimism,
      token: 'USDC',
      to: wallet.address,
      amount: 3_000_000n,
    });
  });
  after(() => harness.stop());

  const call = () => createClient({ baseUrl: harness.url }).call;
  const asked = (address: string) => ({
    to: { chain: arbitrum, token: 'USDC', amount: '7000000', address },
    from: [
      { chain: base, token: 'USDC', amount: '5000000' },
      { chain: optimism, token: 'USDC', amount: '3000000' },
    ],
    goal: 'cheapest' as const,
    account: wallet.address,
    constraints: { allowSplit: true, maxFeeBps: 100 },
  });

  it('delivers what neither has alone, each leg executed as it is, and nothing is reserved before', async () => {
    const recipient = freshWallet().address;

    const plan = await call()('POST /api/plan', { body: asked(recipient) });
    const again = await call()('GET /api/plan/{id}', { params: { id: plan.id } });
    const ends = await Promise.all(
      plan.legs.map(async ({ execute }) => {
        const { body } = await signOrder(harness.client, wallet, {
          ...execute,
          fromChain: execute.fromChain,
        });
        const signed: JsonRecord = { ...execute, permit2: body['permit2'] };
        const receipt = await harness.client.post('/api/route/execute', signed);
        return endOfRoute(harness.client, textField(receipt, 'id'));
      }),
    );

    expect(again).to.deep.equal(plan);
    expect(plan.legs.map(({ from }) => from.chain)).to.deep.equal([base, optimism]);
    expect(plan.total.in.map(({ amount }) => amount)).to.deep.equal(
      plan.legs.map(({ from }) => from.amount),
    );
    expect(ends.map((end) => end['status'])).to.deep.equal(['DONE', 'DONE']);
    const arrived = await usdcBalance(harness.devnet, arbitrum, recipient);
    expect(arrived).to.equal(BigInt(plan.total.estOut));
    expect(arrived >= 7_000_000n && arrived < 7_000_010n).to.equal(true);
  });

  it('is signed: jose verifies the offer, and its hash is of the bodies that are sent', async () => {
    const { id, legs, offer } = await call()('POST /api/plan', { body: asked(wallet.address) });
    const answer = await fetch(`${harness.url}/.well-known/jwks.json`);
    const keys = createLocalJWKSet((await answer.json()) as JSONWebKeySet); // CAST: jose reads it.

    const { payload, protectedHeader } = await jwtVerify(offer ?? '', keys, {
      typ: 'interline-plan+jwt',
      algorithms: ['EdDSA'],
    });

    expect(protectedHeader.typ).to.equal('interline-plan+jwt');
    expect(payload['planId']).to.equal(id);
    expect(payload['minOut']).to.deep.equal(legs.map(({ minOut }) => minOut));
    expect(payload['fee']).to.deep.equal(legs.map(({ fee }) => fee));
    // The bodies are flat, so sorting their names is all that RFC 8785 asks for.
    const flat = legs.map(({ execute }) =>
      Object.fromEntries(Object.entries(execute).sort(([a], [b]) => (a < b ? -1 : 1))),
    );
    expect(payload['legsHash']).to.equal(
      createHash('sha256').update(JSON.stringify(flat)).digest('hex'),
    );
  });

  it('says what the payer has, and what a wallet must approve of one of its chains', async () => {
    const payer = await freshPayer(harness, base, 5_000_000n);
    const plan = await call()('POST /api/plan', {
      body: { ...asked(payer.address), account: payer.address },
    });

    const balances = await call()('POST /api/plan/balances', {
      body: { account: payer.address, chains: [base, optimism] },
    });
    const calls = await call()('POST /api/plan/calls', {
      body: { planId: plan.id, chain: base },
    });

    expect(balances.unread).to.deep.equal([]);
    expect(
      balances.items.map(({ chainId, symbol, amount, pullable }) => [
        chainId,
        symbol,
        amount,
        pullable,
      ]),
    ).to.deep.equal([[base, 'USDC', '5000000', '2612']]);
    const approve = new Interface(['function approve(address spender, uint256 amount)']);
    const [leg] = plan.legs;
    expect(calls).to.deep.equal({
      version: '2.0.0',
      chainId: '0x2105',
      from: payer.address,
      atomicRequired: false,
      calls: [
        {
          to: leg?.from.token,
          value: '0x0',
          data: approve.encodeFunctionData('approve', [permit2, leg?.from.amount]),
        },
      ],
    });
  });

  it('is refused if no set of sources delivers it, with the reason of each source, and so by the command line', async () => {
    const whole = ['--source', `${base}:USDC:5`, '--source', `${optimism}:USDC:3`];
    const to = ['--to', `${arbitrum}:${wallet.address}`, '--url', harness.url];

    const split = await runInterline(['plan', 'make', ...whole, '--amount', '7', '--split', ...to]);
    const alone = await runInterline(['plan', 'make', ...whole, '--amount', '7', '--json', ...to]);
    const told = await runInterline(['plan', 'make', ...whole, '--amount', '7', ...to]);
    const had = await runInterline([
      'plan',
      'balances',
      wallet.address,
      '8453',
      '--url',
      harness.url,
    ]);
    const corridor = await runInterline([
      'plan',
      'corridor',
      '--from',
      '8453',
      '--to',
      '42161',
      '--url',
      harness.url,
    ]);

    expect([split.code, /plan_[0-9a-f]{32}/.test(split.out)], split.err).to.deep.equal([0, true]);
    expect(alone.code).to.equal(3);
    expect(`${alone.out}${alone.err}`).to.include('PLAN_UNSATISFIABLE');
    expect([told.code, told.err.slice(0, 68)]).to.deep.equal([
      3,
      'error PLAN_UNSATISFIABLE: 7 USDC wanted, 7 USDC at least: no source ',
    ]);
    expect(
      split.out.match(/to send +interline send --key-file wallet.key --from (8453|10) /g),
    ).to.have.length(2);
    expect(had.code, had.err).to.equal(0);
    expect([corridor.code, corridor.out.includes('ten transfers')], corridor.err).to.deep.equal([
      0,
      true,
    ]);
  });
});
