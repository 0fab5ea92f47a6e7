import { expect } from 'chai';
import type { Hex } from 'viem';
import { freshAddress } from '../support/fresh-wallet.ts';
import { startHarness } from '../support/harness.ts';
import { ended } from './sponsor-scene.ts';
import { chainId, sponsoredPayer, transferCall } from './sponsored-payer.ts';

describe('a relayer that merges its transactions', () => {
  it('sends sponsored calls separately, from its own delegated account', async () => {
    const harness = await startHarness({ chainIds: [chainId], batching: [chainId] });
    const payer = await sponsoredPayer(harness);
    await payer.fund();
    const calls = [{ to: payer.usdc, data: transferCall(freshAddress() as Hex, 1_000n) }];

    const { id } = await payer.execute(await payer.sign(await payer.prepare(calls), calls));
    const { status } = await ended(payer, id);
    await harness.stop();

    expect(status).to.equal('INCLUDED');
  });
});
