import { type JsonRecord, textField } from '@interline/cli';
import { evmChain, type TokenRef } from '@interline/kernel';
import { parts } from '@interline/server';
import { expect } from 'chai';
import { endOfRoute } from '../support/end-of-route.ts';
import { floatBooks } from '../support/float-books.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { resumeMining, stopMining } from '../support/mining.ts';
import { freshPayer, type Payer, send } from '../support/payer.ts';
import { refusalOf } from '../support/refusal-of.ts';
import { until } from '../support/until.ts';
import { usdcBalance } from '../support/usdc-balance.ts';

const base = 8453;
const arbitrum = 42161;
const units = 2_000_000n;

describe('a token that loses its peg', () => {
  let harness: Harness;
  /** Micro-USD of USDC by chain; null where its price is gone. */
  const prices = new Map<string, bigint | null>();
  let askedInVain = 0;
  before(async () => {
    harness = await startHarness({
      chainIds: [base, arbitrum],
      rebind: (container) => {
        container.rebind(parts.price).toConstantValue({
          priceOf: async ({ chain, symbol }: TokenRef) => {
            const microUsd = symbol === 'USDC' ? prices.get(chain) : 3_000_000_000n;
            if (microUsd === null) {
              askedInVain += 1;
              return null;
            }
            return { microUsd: microUsd ?? 1_000_000n, asOfMs: Date.now() };
          },
        });
      },
    });
  });
  after(() => harness.stop());
  afterEach(() => prices.clear());

  it('is not taken for one that kept it: a rail that pays unit for unit is refused before the pull', async () => {
    const payer = await freshPayer(harness, base, units);
    prices.set(evmChain(base), 980_000n);

    const refused = await refusalOf(send(harness, payer, { from: base, to: arbitrum, units }));

    expect([refused.status, refused.body['errorCode']]).to.deep.equal([422, 'NO_ROUTE']);
    expect(refused.body['error']).to.contain(
      'USDC is at 980000 micro-USD and USDC at 1000000: the payout would be worth more than what came in, by more than 100 bps',
    );
    expect(await usdcBalance(harness.devnet, base, payer.address)).to.equal(units);
  });

  it('between the pull and the payout goes back to the payer, whole', async () => {
    const payer = await freshPayer(harness, base, units);

    const last = await sentThen(payer, () => prices.set(evmChain(base), 200_000n));

    expect(last).to.include({ status: 'FAILED', stage: 'REFUNDED', destTx: null });
    expect(last['failure']).to.include({ errorCode: 'REFUNDED' });
    expect(await usdcBalance(harness.devnet, base, payer.address)).to.equal(units);
    expect(await usdcBalance(harness.devnet, arbitrum, payer.address)).to.equal(0n);
    for (const book of await floatBooks(harness)) expect(book.free).to.equal(book.held);
  });

  it('between the pull and the payout is paid as agreed if it is the one that is paid out', async () => {
    const payer = await freshPayer(harness, base, units);

    const last = await sentThen(payer, () => prices.set(evmChain(arbitrum), 200_000n));

    expect(last).to.include({ status: 'DONE', bridged: '1998400' });
    expect(await usdcBalance(harness.devnet, arbitrum, payer.address)).to.equal(1_998_400n);
  });

  it('and has no price at all for a while makes the payout wait, and is paid once it has one again', async () => {
    const payer = await freshPayer(harness, base, units);
    await stopMining(harness.devnet, base);
    const { receipt } = await send(harness, payer, { from: base, to: arbitrum, units });
    const id = textField(receipt, 'id');
    prices.set(evmChain(base), null);
    await resumeMining(harness.devnet, base);

    await until('a pull that is credited', async () => (await statusOf(id))['stage'] === 'SENDING');
    askedInVain = 0;
    await until('a payout that asks for the price again and again', () => askedInVain >= 3);
    const waiting = await statusOf(id);
    const paidMeanwhile = await usdcBalance(harness.devnet, arbitrum, payer.address);
    prices.clear();

    expect([waiting['status'], paidMeanwhile]).to.deep.equal(['BRIDGING', 0n]);
    expect(await endOfRoute(harness.client, id)).to.include({ status: 'DONE' });
  });

  function statusOf(id: string): Promise<JsonRecord> {
    return harness.client.get(`/api/route/status?id=${id}`);
  }

  async function sentThen(payer: Payer, happens: () => unknown) {
    await stopMining(harness.devnet, base);
    const { receipt } = await send(harness, payer, { from: base, to: arbitrum, units });
    happens();
    await resumeMining(harness.devnet, base);
    return endOfRoute(harness.client, textField(receipt, 'id'));
  }
});
