import { startDevnet, type Devnet } from '@interline/devnet';
import { textField } from '@interline/cli';
import { expect } from 'chai';
import { changing, honest, misbehavingNode } from '../contract/custody/misbehaving-node.ts';
import { endOfRoute } from '../support/end-of-route.ts';
import { startHarness } from '../support/harness.ts';
import { resumeMining, stopMining } from '../support/mining.ts';
import { freshPayer, send } from '../support/payer.ts';
import { usdcBalance } from '../support/usdc-balance.ts';

const [source, destination] = [8453, 42161];

describe('one of two nodes that says every payout would revert', () => {
  let devnet: Devnet;
  before(async () => {
    devnet = await startDevnet({ chainIds: [source, destination], port: 0 });
  });
  after(() => devnet.stop());
  const urlOf = (chainId: number): string =>
    devnet.chains.find((one) => one.chainId === chainId)?.rpcUrl ?? expect.fail();

  it('once the payer was pulled from gives no route up: the recipient is paid, once', async () => {
    const liar = await misbehavingNode(urlOf(destination));
    const harness = await startHarness({
      devnet,
      rpcUrls: {
        [source]: [urlOf(source)],
        [destination]: [liar.url, urlOf(destination)],
      },
    });
    try {
      const payer = await freshPayer(harness, source, 1_000_000n);
      await stopMining(devnet, source);
      const { receipt } = await send(harness, payer, {
        from: source,
        to: destination,
        units: 1_000_000n,
      });

      liar.behave(
        changing('eth_estimateGas', ({ id }) => ({
          id,
          error: { code: 3, message: 'execution reverted' },
        })),
      );
      await resumeMining(devnet, source);
      const end = await endOfRoute(harness.client, textField(receipt, 'id'));

      expect(end).to.include({ status: 'DONE', stage: 'DELIVERED' });
      expect([
        await usdcBalance(devnet, source, payer.address),
        await usdcBalance(devnet, destination, payer.address),
      ]).to.deep.equal([0n, 999_200n]);
      liar.behave(honest);
    } finally {
      await harness.stop();
      await liar.close();
    }
  });
});
