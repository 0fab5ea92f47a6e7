import { createClient } from '@interline/client';
import { BudgetError, payFetch, type PayOptions, PaymentError } from '@interline/client/payments';
import { wrapFetchWithPayment } from '@x402/fetch';
import { decodePaymentResponseHeader } from '@x402/core/http';
import { expect } from 'chai';
import { Wallet } from 'ethers';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { outcomeOf } from '../agents/outcome-of.ts';
import { fastFolder } from '../support/fast-folder.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { runInterline } from '../support/run-interline.ts';
import { usdcBalance } from '../support/usdc-balance.ts';
import { buyer, chainId, demandOf, facilitatorOf, keyOf, usdcOf } from './payments-scene.ts';
import { foreignFacilitator } from './foreign-facilitator.ts';
import { approve, permit2DemandOf } from './permit2-scene.ts';
import { openSeller } from './seller.ts';

const elsewhere = 42161;
const root = fileURLToPath(new URL('../../', import.meta.url));

/** A buyer on Arbitrum, a seller on Base, both without coin. */
describe('a 402 that the client pays automatically', () => {
  let harness: Harness;
  let facilitator: ReturnType<typeof facilitatorOf>;
  before(async () => {
    harness = await startHarness({ chainIds: [chainId, elsewhere] });
    facilitator = facilitatorOf(harness, await keyOf(harness));
  });
  after(() => harness.stop());

  const dollars = () => ({
    [chainId]: usdcOf(harness),
    [elsewhere]: usdcOf(harness, elsewhere),
  });
  const client = () => createClient({ baseUrl: harness.url, sendsRefusedOnce: true });
  const walletWith = async (amount: bigint, on: number) => {
    const { key } = await buyer(harness, 0n);
    const wallet = new Wallet(key);
    const token = usdcOf(harness, on);
    if (amount > 0n)
      await harness.devnet.faucet({ chainId: on, token, to: wallet.address, amount });
    return wallet;
  };
  const paying = (wallet: Wallet, more: Partial<PayOptions> = {}) =>
    payFetch(client(), wallet, {
      ...{ maxPerDay: '1000', fundFrom: [elsewhere], dollars: dollars(), ...more },
    });
  const held = (address: string, on = chainId) => usdcBalance(harness.devnet, on, address);

  it("is paid by x402's own fetch, a seller with our facilitator in between", async () => {
    const payer = await buyer(harness);
    const demand = demandOf(harness, { amount: '250000' });
    const seller = await openSeller(facilitator, [demand]);

    const answer = await wrapFetchWithPayment(fetch, payer.client)(seller.url);
    await seller.close();

    expect(answer.status).to.equal(200);
    const { success, transaction } = decodePaymentResponseHeader(
      answer.headers.get('payment-response') ?? '',
    );
    expect({ success, sold: [transaction] }).to.deep.equal({ success: true, sold: seller.sold });
    expect(await held(demand.payTo)).to.equal(250_000n);
  });

  it('is paid on the chain if the payer has the dollars, without a transfer', async () => {
    const wallet = await walletWith(5_000_000n, chainId);
    const demand = demandOf(harness, { amount: '250000' });
    const seller = await openSeller(facilitator, [demand]);

    const answer = await paying(wallet)(seller.url);
    await seller.close();
    const { extra } = decodePaymentResponseHeader(answer.headers.get('payment-response') ?? '');
    const { out } = await runInterline([
      ...['payments', 'status', String(extra?.['id']), '--url', harness.url],
    ]);

    expect(out).to.include(`0.25 USDC on Base (8453) to ${demand.payTo}`);
    expect(await answer.json()).to.deep.equal({ weather: 'fine' });
    expect(await held(wallet.address)).to.equal(4_750_000n);
    expect(await held(demand.payTo)).to.equal(250_000n);
  });

  it("is paid by our client if the seller's facilitator is x402's own", async () => {
    const wallet = await walletWith(5_000_000n, chainId);
    const demand = demandOf(harness, { amount: '250000' });
    const seller = await openSeller(await foreignFacilitator(harness), [demand]);

    const answer = await paying(wallet)(seller.url);
    await seller.close();

    expect(answer.status).to.equal(200);
    expect(await held(demand.payTo)).to.equal(250_000n);
  });

  it('is paid by Permit2 if the seller asks for that, up to what the payer has approved', async () => {
    const wallet = await walletWith(5_000_000n, chainId);
    const demand = permit2DemandOf(harness, { amount: '250000' });
    const sellers = await Promise.all(
      [facilitator, await foreignFacilitator(harness)].map((one) => openSeller(one, [demand])),
    );
    const [seller] = sellers;
    if (seller === undefined) throw new Error('there are two');

    const before = await paying(wallet)(seller.url).catch((error: unknown) => error);
    await approve(harness, wallet.address, 500_000n);
    const answers = await Promise.all(sellers.map(({ url }) => paying(wallet)(url)));
    const beyond = await paying(wallet)(seller.url).catch((error: unknown) => error);
    await Promise.all(sellers.map(({ close }) => close()));

    for (const error of [before, beyond]) {
      expect(error).to.be.instanceOf(PaymentError);
      expect(String(error)).to.match(/takes 0\.25 USD of .* may take 0\.00 USD of .*approve:USDC:/);
    }
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200]);
    expect(await held(demand.payTo)).to.equal(500_000n);
    expect(await held(wallet.address)).to.equal(4_500_000n);
  });

  it('is paid from another chain: the dollars come to the payer first, who then pays', async () => {
    const wallet = await walletWith(5_000_000n, elsewhere);
    const demand = demandOf(harness, { amount: '1000000' });
    const seller = await openSeller(facilitator, [demand]);

    const answer = await paying(wallet)(seller.url);
    await seller.close();

    expect(answer.status).to.equal(200);
    expect(await held(demand.payTo)).to.equal(1_000_000n);
    const spent = 5_000_000n - (await held(wallet.address, elsewhere));
    expect(Number(spent)).to.be.within(1_000_000, 1_100_000);
    expect(await held(wallet.address)).to.be.lessThan(10_000n as never);
  });

  it('is refused, without a fault of ours, if no amount could deliver what is demanded', async () => {
    const { address } = await walletWith(0n, elsewhere);
    const demand = demandOf(harness, { amount: (2n ** 256n - 1n).toString() });

    const codes = await Promise.all(
      ['USDC', 'DAI'].map(async (fromToken) => {
        const paymentRequired = { x402Version: 2, accepts: [demand] } as const;
        const body = { paymentRequired, fromChain: elsewhere, fromToken, account: address };
        return (await outcomeOf(client().call('POST /api/payments/fund', { body }))).code;
      }),
    );

    expect(codes).to.deep.equal(['NO_ROUTE', 'NO_ROUTE']);
  });

  it('is not paid beyond the budget of a payment or of a day, and nothing is signed then', async () => {
    const wallet = await walletWith(5_000_000n, chainId);
    const demand = demandOf(harness, { amount: '600000' });
    const seller = await openSeller(facilitator, [demand]);
    const day = paying(wallet, { maxPerDay: '119' });

    const single = await paying(wallet, { maxPerPayment: '59' })(seller.url).catch(
      (error: unknown) => error,
    );
    const first = await day(seller.url);
    const second = await day(seller.url).catch((error: unknown) => error);
    const exact = await paying(wallet, { maxPerDay: '60', maxPerPayment: '60' })(seller.url);
    await seller.close();

    expect(single).to.be.instanceOf(BudgetError);
    expect(first.status).to.equal(200);
    expect(second).to.be.instanceOf(BudgetError);
    expect((second as BudgetError).leftCents).to.equal('59');
    expect(exact.status).to.equal(200);
    expect(seller.sold).to.have.length(2);
  });

  it('is not paid in an unknown token, or if there are too few dollars', async () => {
    const wallet = await walletWith(500_000n, chainId);
    const strange = await openSeller(facilitator, [
      demandOf(harness, { asset: `0x${'99'.repeat(20)}` }),
    ]);
    const dear = await openSeller(facilitator, [demandOf(harness, { amount: '600000' })]);

    const errors = await Promise.all(
      [strange, dear].map(({ url }) => paying(wallet)(url).catch((error: unknown) => error)),
    );
    await Promise.all([strange.close(), dear.close()]);

    for (const error of errors) expect(error).to.be.instanceOf(PaymentError);
    expect(String(errors[0])).to.include('name it by its chain in the option dollars');
  });

  it("is paid by the agent of the client's README, until its ten dollars are spent", async () => {
    const readme = await readFile(new URL('../../apps/client/README.md', import.meta.url), 'utf8');
    const code =
      /```js\n(import \{ createClient \}[\s\S]*?export async function agent[\s\S]*?)```/.exec(
        readme,
      )?.[1] ?? '';
    const body = code.slice(code.indexOf('export async function')).trim().split('\n');
    expect(body.length).to.be.at.most(25);
    const folder = await mkdtemp(join(fastFolder, 'interline-agent-'));
    const wallet = await walletWith(20_000_000n, elsewhere);
    const demand = demandOf(harness, { amount: '1900000' });
    const seller = await openSeller(facilitator, [demand]);

    const terms = { baseUrl: harness.url, key: wallet.privateKey, dollars: dollars() };
    const agent = async (times: number): Promise<readonly unknown[]> => {
      const urls = Array<string>(times).fill(seller.url);
      const given = JSON.stringify({ ...terms, spentFile: join(folder, 'spent'), urls });
      const calls = `${code}\nconsole.log(JSON.stringify(await agent(JSON.parse(process.argv[1]))));`;
      const { stdout } = await promisify(execFile)(
        process.execPath,
        ['--conditions=interline-source', '--input-type=module', '-e', calls, given],
        { cwd: root },
      );
      return JSON.parse(stdout) as readonly unknown[]; // CAST: what was just written there.
    };

    const bought = await agent(6);
    // What was spent is known after a new start.
    const [later] = await agent(1);
    await seller.close();
    await rm(folder, { recursive: true });

    expect(bought.slice(0, 5)).to.deep.equal(Array(5).fill({ weather: 'fine' }));
    expect(bought[5]).to.match(/^not signed: .* left of today's 10\.00 USD$/);
    expect(later).to.equal(bought[5]);
    expect(seller.sold).to.have.length(5);
    expect(await held(demand.payTo)).to.equal(9_500_000n);
  });
});
