import type { PaymentPayload } from '@x402/core/types';
import { parts } from '@interline/server';
import { evmChain } from '@interline/kernel';
import { expect } from 'chai';
import { Interface } from 'ethers';
import { chainRpc } from '../support/chain-rpc.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { resumeMining, stopMining } from '../support/mining.ts';
import { until } from '../support/until.ts';
import { chainId, facilitatorOf, keyOf } from './payments-scene.ts';
import { permit2Buyer, permit2DemandOf, permit2Of, proxy } from './permit2-scene.ts';

const proxyCalls = new Interface([
  'function settle(((address,uint256),uint256,uint256),address,(address,uint256),bytes signature)',
]);

/** The signed bytes are in a transaction's calldata, which is public. */
describe('a payment of x402 that a stranger reads in the pool', () => {
  let harness: Harness;
  before(async () => {
    harness = await startHarness({ chainIds: [chainId] });
  });
  after(() => harness.stop());
  afterEach(() => resumeMining(harness.devnet, chainId));

  it('is confirmed to the key that brought it, not to another that asks while no caller waits', async () => {
    const seller = facilitatorOf(harness, await keyOf(harness));
    const stranger = facilitatorOf(harness, await keyOf(harness));
    const payer = await permit2Buyer(harness);
    const demand = permit2DemandOf(harness, { maxTimeoutSeconds: 600 });
    const payment = await payer.pay(demand);
    await stopMining(harness.devnet, chainId);

    const first = await seller.settle(payment, demand);
    const read = await readInPool(harness, payment);
    const asked = stranger.settle(read, demand);
    await new Promise((resolve) => setTimeout(resolve, 500));
    await resumeMining(harness.devnet, chainId);
    const overheard = await asked;
    await until('its end', async () => {
      const { extra } = first as unknown as { readonly extra: { readonly id: string } }; // CAST: as documented.
      const shown = await fetch(`${harness.url}/api/payments/${extra.id}`);
      return ((await shown.json()) as { readonly status: string }).status === 'SETTLED';
    });
    const later = await stranger.settle(read, demand);
    const told = await seller.settle(payment, demand);

    expect(first).to.deep.include({ success: false, errorReason: 'settlement_pending' });
    expect(overheard).to.deep.include({ success: false, errorReason: 'settlement_pending' });
    expect(later).to.deep.include({ success: false, errorReason: 'duplicate_settlement' });
    expect(told).to.deep.include({ success: true });
  });
});

/** What the stranger makes of the calldata alone. */
async function readInPool(harness: Harness, like: PaymentPayload): Promise<PaymentPayload> {
  const spender = harness.container.get(parts.custody).account(evmChain(chainId), 'spender');
  const block = (await chainRpc(harness.devnet, chainId, 'eth_getBlockByNumber', [
    'pending',
    true,
  ])) as { readonly transactions: readonly { from: string; to: string; input: string }[] }; // CAST: as nodes write it.
  const sent = block.transactions.find(
    ({ from, to }) => from === spender && to === proxy.toLowerCase(),
  );
  const { signature } = proxyCalls.decodeFunctionData('settle', sent?.input ?? '');
  return { ...like, payload: { ...permit2Of(like), signature: String(signature) } };
}
