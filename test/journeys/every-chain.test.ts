import { evmNodes } from '@interline/kernel';
import { endOfRoute } from '../support/end-of-route.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { freshPayer, send } from '../support/payer.ts';
import { usdcBalance } from '../support/usdc-balance.ts';
import { expect } from 'chai';
import { textField } from '@interline/cli';

const chainIds = evmNodes.map((node) => node.chainId);

describe('the 22 chains', () => {
  let harness: Harness;
  before(async () => {
    harness = await startHarness({ chainIds });
  });
  after(() => harness.stop());

  it('quote every one of the 462 directed pairs', async () => {
    const pairs = chainIds.flatMap((from) =>
      chainIds.filter((to) => to !== from).map((to) => ({ from, to })),
    );

    const quotes = await Promise.all(
      pairs.map(({ from, to }) =>
        harness.client.post('/api/route/quote', {
          fromChain: from,
          toChain: to,
          token: 'USDC',
          amount: '1000000',
        }),
      ),
    );

    expect(quotes).to.have.length(462);
    expect(
      quotes.filter((quote) => quote['executeReady'] === true && quote['svcRouteFee'] === '800'),
    ).to.have.length(462);
  });

  it('each send and receive a transfer, around the whole ring', async () => {
    const legs = chainIds.map((from, index) => ({
      from,
      to: chainIds[(index + 1) % chainIds.length] ?? from,
    }));

    const ends = await Promise.all(
      legs.map(async ({ from, to }) => {
        const payer = await freshPayer(harness, from, 1_000_000n);
        const { receipt } = await send(harness, payer, { from, to, units: 1_000_000n });
        const last = await endOfRoute(harness.client, textField(receipt, 'id'));
        return {
          status: last['status'],
          left: await usdcBalance(harness.devnet, from, payer.address),
          arrived: await usdcBalance(harness.devnet, to, payer.address),
        };
      }),
    );

    expect(ends).to.deep.equal(legs.map(() => ({ status: 'DONE', left: 0n, arrived: 999_200n })));
  });
});
