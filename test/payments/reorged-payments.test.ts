import { evmAddress, evmChain } from '@interline/kernel';
import { parts } from '@interline/server';
import { expect } from 'chai';
import { chainRpc } from '../support/chain-rpc.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { resumeMining, stopMining } from '../support/mining.ts';
import { until } from '../support/until.ts';
import { usdcBalance } from '../support/usdc-balance.ts';
import { buyer, chainId, demandOf, facilitatorOf, keyOf, usdcOf } from './payments-scene.ts';
import { exactOf } from './strangers.ts';

describe('a payment of x402 that a reorg takes', () => {
  let harness: Harness;
  let facilitator: ReturnType<typeof facilitatorOf>;
  before(async () => {
    harness = await startHarness({ chainIds: [chainId] });
    facilitator = facilitatorOf(harness, await keyOf(harness));
  });
  after(() => harness.stop());
  afterEach(() => resumeMining(harness.devnet, chainId));

  it('is reported as a success only once a block has it again', async () => {
    const payer = await buyer(harness);
    const demand = demandOf(harness);
    const payment = await payer.pay(demand);
    const { transaction } = await facilitator.settle(payment, demand);
    const id = await untold(payment);
    await stopMining(harness.devnet, chainId);
    await chainRpc(harness.devnet, chainId, 'anvil_reorg', [1, []]);
    await until('the payment is open again', async () => (await statusOf(id)) === 'PENDING');

    let isAnswered = false;
    const asking = facilitator.settle(payment, demand).finally(() => (isAnswered = true));
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    const early = { isAnswered, held: await usdcBalance(harness.devnet, chainId, demand.payTo) };
    await resumeMining(harness.devnet, chainId);

    expect(early).to.deep.equal({ isAnswered: false, held: 0n });
    expect(await asking).to.deep.include({ success: true, transaction });
    expect(await usdcBalance(harness.devnet, chainId, demand.payTo)).to.equal(10_000n);
    expect(await facilitator.settle(payment, demand)).to.deep.include({
      ...{ success: false, errorReason: 'duplicate_settlement', transaction },
    });
  });

  const statusOf = async (id: string) =>
    ((await (await fetch(`${harness.url}/api/payments/${id}`)).json()) as { status: string })
      .status;

  /** As if the caller had gone before the end was seen. */
  async function untold(payment: Parameters<typeof exactOf>[0]): Promise<string> {
    const { from, nonce } = exactOf(payment).authorization;
    const store = harness.container.get(parts.store);
    const settlement = await store.reads.payments.settlementOf({
      chain: evmChain(chainId),
      noncesAt: evmAddress(usdcOf(harness)),
      payer: evmAddress(from),
      nonce: nonce as `0x${string}`, // CAST: the scheme's client made it.
    });
    if (settlement === null) throw new Error('it was not settled');
    const { id, outcome, isCharged } = settlement;
    await store.run('untell', (tx) =>
      tx.payments.endSettlement(id, { outcome, isCharged, reportedAtMs: null }),
    );
    return id;
  }
});
