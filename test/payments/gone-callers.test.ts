import { expect } from 'chai';
import { parts } from '@interline/server';
import { type Harness, startHarness } from '../support/harness.ts';
import { resumeMining, stopMining } from '../support/mining.ts';
import { until } from '../support/until.ts';
import { buyer, chainId, demandOf, facilitatorOf, keyOf } from './payments-scene.ts';

/** A seller that gives up before a block has the payment has not got its success. */
describe('a payment of x402 whose caller went away', () => {
  let harness: Harness;
  let key: string;
  before(async () => {
    harness = await startHarness({ chainIds: [chainId] });
    key = await keyOf(harness);
  });
  after(() => harness.stop());
  afterEach(() => resumeMining(harness.devnet, chainId));

  it('is reported as a success to the caller that still waits', async () => {
    const { payment, demand, leave } = await left();
    const waiting = facilitatorOf(harness, key).settle(payment, demand);
    await new Promise((resolve) => setTimeout(resolve, 300));

    await leave();
    await resumeMining(harness.devnet, chainId);

    expect((await waiting).success).to.equal(true);
  });

  it('is reported as a success to the caller that asks next', async () => {
    const { payment, demand, leave } = await left();

    await leave();
    await resumeMining(harness.devnet, chainId);
    await until('its end', async () => (await open()).length === 0);
    const facilitator = facilitatorOf(harness, key);
    const next = await facilitator.settle(payment, demand);
    const again = await facilitator.settle(payment, demand);

    expect([next.success, again.errorReason]).to.deep.equal([true, 'duplicate_settlement']);
  });

  const open = () =>
    harness.container.get(parts.store).reads.transactions.openTransactions({ owner: 'payment' });

  /** A caller whose payment is sent and in no block, and how it leaves. */
  async function left() {
    const payer = await buyer(harness);
    const demand = demandOf(harness);
    const payment = await payer.pay(demand);
    await stopMining(harness.devnet, chainId);
    const gone = new AbortController();
    const body = { x402Version: 2, paymentPayload: payment, paymentRequirements: demand };
    const asking = fetch(`${harness.url}/api/payments/settle`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-svc-key': key },
      body: JSON.stringify(body),
      signal: gone.signal,
    }).catch(() => null);
    await until('a transaction of ours', async () => (await open()).length > 0);
    const leave = async () => {
      gone.abort();
      await asking;
      await new Promise((resolve) => setTimeout(resolve, 200));
    };
    return { payment, demand, leave };
  }
});
