import { textField } from '@interline/cli';
import { startDevnet, type Devnet } from '@interline/devnet';
import { evmChain } from '@interline/kernel';
import { parts } from '@interline/server';
import { expect } from 'chai';
import {
  changing,
  honest,
  misbehavingNode,
  type MisbehavingNode,
} from '../contract/custody/misbehaving-node.ts';
import { endOfRoute } from '../support/end-of-route.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { freshPayer, send } from '../support/payer.ts';
import { until } from '../support/until.ts';
import { usdcBalance } from '../support/usdc-balance.ts';

const [source, destination] = [8453, 42161];
const chain = evmChain(destination);
const countingMore = changing('eth_getTransactionCount', (reply) => ({
  ...reply,
  result: `0x${(Number(reply.result) + 7).toString(16)}`,
}));

describe('an account that one node counts more transactions of, while the other is silent', () => {
  let devnet: Devnet;
  let harness: Harness;
  let liar: MisbehavingNode;
  let other: MisbehavingNode;
  beforeEach(async () => {
    devnet = await startDevnet({ chainIds: [source, destination], port: 0 });
    [liar, other] = [
      await misbehavingNode(urlOf(destination)),
      await misbehavingNode(urlOf(destination)),
    ];
  });
  afterEach(async () => {
    await harness.stop();
    await Promise.all([liar.close(), other.close()]);
    await devnet.stop();
  });

  const urlOf = (chainId: number): string =>
    devnet.chains.find((one) => one.chainId === chainId)?.rpcUrl ?? expect.fail();
  const start = async (): Promise<void> => {
    harness = await startHarness({
      devnet,
      rpcUrls: { [source]: [urlOf(source)], [destination]: [liar.url, other.url] },
    });
  };
  const float = () =>
    harness.container
      .get(parts.store)
      .reads.transactions.account(chain, harness.container.get(parts.evm).evmAccounts.float);
  const lieAlone = (): void => {
    liar.behave(countingMore);
    other.behave(async () => 'reset');
  };
  const heal = (): void => {
    liar.behave(honest);
    other.behave(honest);
  };
  async function isPaid(): Promise<unknown> {
    const payer = await freshPayer(harness, source, 2_000_000n);
    const { receipt } = await until('a transfer that is accepted', () =>
      send(harness, payer, { from: source, to: destination, units: 2_000_000n }).catch(() => null),
    );
    const end = await endOfRoute(harness.client, textField(receipt, 'id'));
    return [end['status'], await usdcBalance(devnet, destination, payer.address)];
  }

  it('is not opened at the first start by that one, and pays once both are right', async () => {
    lieAlone();
    await start();
    const early = await float();

    heal();
    await until('an open account', async () => (await float())?.nextSlot === 0);

    expect(early).to.equal(null);
    expect(await isPaid()).to.deep.equal(['DONE', 1_998_400n]);
  });

  it('stops until they agree, and not as one whose store is behind', async () => {
    await start();
    await until('an open account', async () => (await float())?.nextSlot === 0);

    lieAlone();
    await until('a stopped account', async () => (await float())?.stopped != null);
    const stopped = (await float())?.stopped;
    heal();
    await until('an account that runs', async () => (await float())?.stopped === null);

    expect(stopped).to.match(/^chain-behind: /);
    expect(await isPaid()).to.deep.equal(['DONE', 1_998_400n]);
  });
});
