import { startDevnet } from '@interline/devnet';
import { expect } from 'chai';
import type { Hex } from 'viem';
import { changing, misbehavingNode } from '../contract/custody/misbehaving-node.ts';
import { freshAddress } from '../support/fresh-wallet.ts';
import { startHarness } from '../support/harness.ts';
import { ended } from './sponsor-scene.ts';
import { chainId, sponsoredPayer, transferCall } from './sponsored-payer.ts';

/** More than a transfer takes beside it. */
const postingGas = 150_000n;
/** Of the message by which the posting of 512 bytes is measured. */
const sampleCharacters = 2 + 2 * 512;

describe('a chain that adds the posting of bytes to the gas', () => {
  it('has it in the fee, so that what was prepared is taken and included', async () => {
    const devnet = await startDevnet({ chainIds: [chainId], port: 0 });
    const [chain] = devnet.chains;
    const node = await misbehavingNode(chain?.rpcUrl ?? expect.fail());
    node.behave(
      changing('eth_estimateGas', (reply, { params: [message] }) => {
        const { data = '' } = message as { readonly data?: string }; // CAST: a call's message.
        return data.length === sampleCharacters
          ? { ...reply, result: `0x${(BigInt(String(reply.result)) + postingGas).toString(16)}` }
          : reply;
      }),
    );
    const harness = await startHarness({ devnet, rpcUrls: { [chainId]: [node.url] } });
    try {
      const payer = await sponsoredPayer(harness);
      await payer.fund();
      const calls = [{ to: payer.usdc, data: transferCall(freshAddress() as Hex, 1_000n) }];

      const prepared = await payer.prepare(calls);
      const { id } = await payer.execute(await payer.sign(prepared, calls));

      expect((await ended(payer, id)).status).to.equal('INCLUDED');
    } finally {
      await harness.stop();
      await node.close();
      await devnet.stop();
    }
  });
});
