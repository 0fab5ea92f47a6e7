import { startDevnet } from '@interline/devnet';
import { expect } from 'chai';
import type { Hex } from 'viem';
import { changing, misbehavingNode } from '../contract/custody/misbehaving-node.ts';
import { chainRpc } from '../support/chain-rpc.ts';
import { freshAddress } from '../support/fresh-wallet.ts';
import { refusalOf } from '../support/refusal-of.ts';
import { startHarness } from '../support/harness.ts';
import { ended } from './sponsor-scene.ts';
import { chainId, sponsoredPayer, transferCall } from './sponsored-payer.ts';

/** Where chains of the OP stack say what they charge for bytes beside the gas. */
const oracle = '0x420000000000000000000000000000000000000F';
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

describe('a chain that charges for the posting of bytes in addition to the gas', () => {
  it('has it in the fee, and refuses what was prepared before it rose beyond that', async () => {
    const harness = await startHarness({ chainIds: [chainId] });
    /** So many wei for any bytes. */
    const charge = (wei: bigint) =>
      chainRpc(harness.devnet, chainId, 'anvil_setCode', [
        oracle,
        `0x7f${wei.toString(16).padStart(64, '0')}5f5260205ff3`,
      ]);
    try {
      const payer = await sponsoredPayer(harness);
      await payer.fund();
      const calls = [{ to: payer.usdc, data: transferCall(freshAddress() as Hex, 1_000n) }];

      const free = await payer.prepare(calls);
      // 0.3 dollars.
      await charge(100_000_000_000_000n);
      const charged = await payer.prepare(calls);
      await charge(1_000_000_000_000_000n);
      const refused = await refusalOf(payer.execute(await payer.sign(charged, calls)));
      await charge(100_000_000_000_000n);
      const { id } = await payer.execute(await payer.sign(charged, calls));

      // A quarter more; both are rounded up.
      expect(Number(charged.fee.amount) - Number(free.fee.amount)).to.be.within(374_999, 375_001);
      expect(refused.body).to.include({ errorCode: 'FEE_TOO_LOW' });
      expect((await ended(payer, id)).status).to.equal('INCLUDED');
    } finally {
      await harness.stop();
    }
  });
});
