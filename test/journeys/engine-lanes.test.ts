import { evmChain } from '@interline/kernel';
import { chainRpc } from '../support/chain-rpc.ts';
import { endOfRoute } from '../support/end-of-route.ts';
import { type EngineHarness, hasEngines, startEngineHarness } from '../support/engine-harness.ts';
import { freshPayer, send } from '../support/payer.ts';
import { usdcBalance } from '../support/usdc-balance.ts';
import { parts } from '@interline/server';
import { textField } from '@interline/cli';
import { expect } from 'chai';

const [base, arbitrum, robinhood, zora] = [8453, 42161, 4663, 7777777];
const units = 100_000_000n;
const engines = [
  'lifi',
  'relay',
  'across',
  'socket',
  'debridge',
  'symbiosis',
  'stargate',
  'oneclick',
];
const allBut = (engine: string): readonly string[] => engines.filter((one) => one !== engine);

describe('the lanes of third-party engines', () => {
  let harness: EngineHarness;
  before(async function () {
    if (!(await hasEngines())) this.skip();
    harness = await startEngineHarness({
      chainIds: [base, arbitrum, robinhood, zora],
      batching: [base],
    });
  });
  after(() => harness?.stop());

  const comparedOn = async (fromChain: number, toChain: number): Promise<readonly string[]> => {
    const quote = await harness.client.post('/api/route/quote', {
      fromChain,
      toChain,
      token: 'USDC',
      amount: units.toString(),
    });
    return (quote['compared'] as readonly { rail: string }[]).map((one) => one.rail).sort(); // CAST: the answer's own shape.
  };

  it('are priced by the engines that list both ends, and by no other', async () => {
    expect(await comparedOn(base, arbitrum)).to.deep.equal([...engines].sort());
    expect(await comparedOn(base, robinhood)).to.deep.equal(['across', 'lifi', 'relay']);
    expect(await comparedOn(base, zora)).to.deep.equal(['across', 'relay', 'stargate']);
    expect(await comparedOn(robinhood, zora)).to.deep.equal(['across', 'relay']);
  });

  for (const engine of ['relay', 'oneclick', 'debridge']) {
    it(`that end in coin are done over ${engine} when the coin was seen to arrive`, async () => {
      const payer = await freshPayer(harness, base, units);

      const { receipt } = await send(harness, payer, {
        from: base,
        to: arbitrum,
        units,
        toCoin: true,
        excludeRails: allBut(engine),
      });
      const last = await endOfRoute(harness.client, textField(receipt, 'id'));

      expect(last).to.include({ status: 'DONE', aggregator: engine });
      const held = BigInt(
        String(
          await chainRpc(harness.devnet, arbitrum, 'eth_getBalance', [payer.address, 'latest']),
        ),
      );
      expect(last['to']).to.include({ token: 'native', delivered: held.toString() });
      expect(held > 0n).to.equal(true);
    });
  }

  it('that start where transactions are merged take one transaction for pull, approval and hand-over', async () => {
    const payer = await freshPayer(harness, base, units);
    const custody = harness.container.get(parts.evm);
    const nonce = (): Promise<number> =>
      custody.slotsTaken(evmChain(base), custody.evmAccounts.spender, new AbortController().signal);
    const before = await nonce();

    const { receipt } = await send(harness, payer, {
      from: base,
      to: arbitrum,
      units,
      excludeRails: allBut('across'),
    });
    const last = await endOfRoute(harness.client, textField(receipt, 'id'));

    expect(last).to.include({ status: 'DONE', aggregator: 'across' });
    expect((await nonce()) - before).to.equal(1);
    expect(await usdcBalance(harness.devnet, base, payer.address)).to.equal(0n);
    const transactions = await harness.container
      .get(parts.store)
      .reads.transactions.transactionsOf(textField(last, 'id'));
    expect(transactions.map((one) => [one.purpose, one.minedHash])).to.deep.equal(
      ['allowance', 'pull', 'approve', 'call'].map((purpose) => [purpose, last['srcTx']]),
    );
  });
});
