import { fileURLToPath } from 'node:url';
import { textField } from '@interline/cli';
import { type Devnet, startDevnet } from '@interline/devnet';
import { expect } from 'chai';
import {
  changing,
  honest,
  misbehavingNode,
  type MisbehavingNode,
} from '../contract/custody/misbehaving-node.ts';
import { endOfRoute } from '../support/end-of-route.ts';
import { hasEngines } from '../support/engine-harness.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { freshPayer, sign } from '../support/payer.ts';
import { refusalOf } from '../support/refusal-of.ts';
import { until } from '../support/until.ts';
import { usdcBalance } from '../support/usdc-balance.ts';

const [source, destination] = [8453, 42161];
const units = 100_000_000n;

describe('a transfer by engines to a chain of which one of two nodes is stuck', () => {
  let devnet: Devnet;
  let harness: Harness;
  let second: MisbehavingNode;
  before(async function () {
    if (!(await hasEngines())) this.skip();
    devnet = await startDevnet({ chainIds: [source, destination], port: 0, promptUpstreams: true });
    const real = devnet.chains.find((one) => one.chainId === destination)?.rpcUrl ?? expect.fail();
    second = await misbehavingNode(real);
    harness = await startHarness({
      devnet,
      rpcUrls: { [destination]: [real, second.url] },
      deployment: {
        dir: fileURLToPath(new URL('../../', import.meta.url)),
        settings: { aggregators: { engineDeadlineMs: 3_900, buildDeadlineMs: 7_500 } },
        include: ['aggregators'],
      },
    });
  });
  after(async () => {
    await harness?.stop();
    await second?.close();
    await devnet?.stop();
  });

  it('is neither priced nor accepted, with that reason, and is once the node follows', async () => {
    const payer = await freshPayer(harness, source, units);
    const { body } = await sign(harness, payer, { from: source, to: destination, units });
    const execute = () => harness.client.post('/api/route/execute', body);
    const pair = `fromChain=${source}&toChain=${destination}&token=USDC&amount=${units}`;
    const quote = () => harness.client.get(`/api/route/quote?${pair}`);

    second.behave(
      changing('eth_getBlockByNumber', ({ id, result }) => ({ id, result: old(result) })),
    );
    await until(
      'a quote that is refused',
      () =>
        quote().then(
          () => false,
          () => true,
        ),
      500,
    );
    const priced = await refusalOf(quote());
    const accepted = await refusalOf(execute());
    const preflight = await harness.client.post('/api/route/preflight', body);
    const kept = await usdcBalance(devnet, source, payer.address);
    second.behave(honest);
    await until(
      'a quote again',
      () =>
        quote().then(
          () => true,
          () => false,
        ),
      500,
    );
    const receipt = await execute();

    for (const { status, body: refusal } of [priced, accepted])
      expect([status, refusal['errorCode']]).to.deep.equal([503, 'CHAIN_UNREACHABLE']);
    expect(priced.body['reasons']).to.deep.include({
      rail: 'lifi',
      code: 'CHAIN_UNREACHABLE',
      reason: `eip155:${destination} does not answer now`,
    });
    expect(preflight).to.have.nested.property('blockers[0].code', 'CHAIN_UNREACHABLE');
    expect(kept).to.equal(units);
    expect(await endOfRoute(harness.client, textField(receipt, 'id'))).to.include({
      status: 'DONE',
    });
  });
});

/** The same block, two minutes and a second behind. */
function old(block: unknown): unknown {
  const { timestamp } = block as { readonly timestamp: string }; // CAST: anvil's own shape.
  return { ...(block as object), timestamp: `0x${(Number(timestamp) - 121).toString(16)}` };
}
