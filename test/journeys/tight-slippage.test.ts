import { feeOf, standardFeeBps } from '@interline/kernel';
import { scriptedQuote } from '@interline/plugins/testing';
import { expect } from 'chai';
import { type Harness, startHarness } from '../support/harness.ts';
import { freshPayer } from '../support/payer.ts';
import { refusalOf } from '../support/refusal-of.ts';
import { stockRail } from '../support/stock-rail.ts';

const transfer = { fromChain: 8453, toChain: 42161, token: 'USDC', amount: '2000000' };
const reason =
  'its price is asked for again once the money was pulled, and 1998400 of 1998400 leaves no room for a change; allow a slippage of at least 0.0005';

describe('a payer who allows no slippage', () => {
  let harness: Harness;
  before(async () => {
    harness = await startHarness({
      chainIds: [8453, 42161],
      rails: [
        stockRail({
          quote: (request, rail) => {
            const fee = feeOf(request.amount, standardFeeBps);
            const output = request.amount - fee;
            const quote = scriptedQuote(request, { rail, fee, output, minOutput: output });
            return { ok: true, value: { ...quote, keeps: 'perishable' } };
          },
          plan: { keeps: 'perishable' },
        }),
      ],
    });
  });
  after(() => harness.stop());

  it('is refused before anything is signed if the price is asked for again after the pull, and reads which slippage is enough', async () => {
    const payer = await freshPayer(harness, 8453, 5_000_000n);
    const ask = (slippage: number) =>
      harness.client.post('/api/agent/do', { ...transfer, fromAddress: payer.address, slippage });

    const refused = await refusalOf(ask(0));
    const below = await refusalOf(ask(0.000499));
    const served = await ask(0.0005);

    expect(refused.body).to.deep.include({
      errorCode: 'BELOW_AGREED_OUTPUT',
      error: `stock: ${reason}`,
      reasons: [{ rail: 'stock', code: 'BELOW_AGREED_OUTPUT', reason }],
    });
    expect(below.body['errorCode']).to.equal('BELOW_AGREED_OUTPUT');
    expect(served['status']).to.equal('READY_TO_SIGN');
  });

  it('reads the same in a preflight, with the slippage as the remedy', async () => {
    const payer = await freshPayer(harness, 8453, 5_000_000n);
    const look = (minOut: string) =>
      harness.client.post('/api/route/preflight', {
        ...transfer,
        fromAddress: payer.address,
        mode: 'permit2',
        slippage: 0,
        minOut,
      });

    const tight = await look('1998400');
    // 1997400.8 is 0.05 % below what it delivers.
    const roomy = await look('1997400');

    expect([tight['go'], tight['blockers']]).to.deep.equal([
      false,
      [
        {
          code: 'BELOW_AGREED_OUTPUT',
          error: `stock: ${reason}`,
          suggestedAction: 'Allow a slippage of at least 0.0005 in the sign request (stock).',
        },
      ],
    ]);
    expect(roomy['go']).to.equal(true);
  });
});
