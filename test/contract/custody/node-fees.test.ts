import { evmCustody, type EvmCustody } from '@interline/adapters/custody/evm';
import { systemClock } from '@interline/adapters/clock';
import { TokenList, type TxFields } from '@interline/kernel';
import type { Alarm } from '@interline/ports';
import { custodyScene, type CustodyScene } from './custody-scene.ts';
import {
  type Behaviour,
  misbehavingNode,
  type MisbehavingNode,
  written,
} from './misbehaving-node.ts';
import { valueOf } from './outcome-value.ts';
import { expect } from 'chai';

const { signal } = new AbortController();
const gwei = 10n ** 9n;
/** What the scene's block says; a tenth of it is the honest tip. */
const baseFee = 200_000_000n;
const tip = 20_000_000n;

type Answers = Readonly<Record<string, unknown>>;

const hex = (figure: bigint): string => `0x${figure.toString(16)}`;
const history = (...tips: readonly bigint[]) => ({
  oldestBlock: '0x1',
  baseFeePerGas: [],
  gasUsedRatio: tips.map(() => 0.5),
  reward: tips.map((one) => [hex(one)]),
});
const unknownMethod = Symbol('a method the node does not know');
const honestTip: Answers = { eth_feeHistory: history(tip) };

describe('what several nodes say of fees', () => {
  let scene: CustodyScene;
  let nodes: MisbehavingNode[];
  const opened: EvmCustody[] = [];
  before(async () => {
    scene = await custodyScene();
    await scene.rpc('anvil_setNextBlockBaseFeePerGas', [hex(baseFee)]);
    await scene.rpc('evm_mine');
  });
  beforeEach(() => {
    nodes = [];
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((custody) => custody.close()));
    await Promise.all(nodes.map((node) => node.close()));
  });
  after(() => scene.close());

  /** The fees of a transaction prepared over nodes that answer so; patient unless told. */
  async function feesOver(
    all: readonly (Answers | 'silence')[],
    { isPatient = true } = {},
  ): Promise<Pick<TxFields, 'maxFeeRate' | 'tip'>> {
    for (const answers of all) {
      const node = await misbehavingNode(scene.rpcUrl);
      node.behave(answers === 'silence' ? async () => 'silence' : answering(answers));
      nodes.push(node);
    }
    const alarm = (): Alarm => ({
      rang: isPatient ? new Promise(() => undefined) : Promise.resolve(),
      cancel: () => undefined,
    });
    const custody = evmCustody({
      chains: [
        {
          chain: scene.chain,
          chainId: scene.chainId,
          rpcUrls: nodes.map(({ url }) => url),
          deadlineMs: 15_000,
        },
      ],
      signers: scene.signers,
      tokens: new TokenList([]),
      log: scene.log,
      clock: { ...systemClock, alarm },
    });
    opened.push(custody);
    const [prepared] = valueOf(
      await custody.prepare({ kind: 'noop', chain: scene.chain, role: 'float' }, signal),
    );
    const { maxFeeRate, tip } = prepared?.tx ?? expect.fail();
    return { maxFeeRate, tip };
  }
  const fair = { maxFeeRate: 2n * baseFee + tip, tip: tip };
  const headOf = async (lie: bigint): Promise<Answers> => {
    const head = (await scene.rpc('eth_getBlockByNumber', ['latest', false])) as object; // CAST: anvil's own shape.
    return { eth_getBlockByNumber: { ...head, baseFeePerGas: hex(lie) } };
  };

  it('is taken from what the last blocks paid, their middle one', async () => {
    expect(
      await feesOver([{ eth_feeHistory: history(9n * gwei, tip, 30_000_000n, 1n, 2n) }]),
    ).to.deep.equal(fair);
  });

  it('is taken from the suggested tip of a node without a fee history, or with none that can be read, or with empty blocks', async () => {
    const suggested = { eth_maxPriorityFeePerGas: hex(tip) };
    const empty = { ...history(9n * gwei), gasUsedRatio: [0] };
    for (const eth_feeHistory of [
      unknownMethod,
      empty,
      { reward: null },
      'no',
      { reward: [[]], gasUsedRatio: [1] },
    ]) {
      expect(await feesOver([{ ...suggested, eth_feeHistory }])).to.deep.equal(fair);
    }
  });

  it('is taken from the plain gas price of a node that has neither', async () => {
    expect(
      await feesOver([
        {
          eth_feeHistory: unknownMethod,
          eth_maxPriorityFeePerGas: unknownMethod,
          eth_gasPrice: hex(baseFee + tip),
        },
      ]),
    ).to.deep.equal(fair);
  });

  it('is not raised by one of three that reports a tip of 2,000 gwei', async () => {
    const lie = {
      eth_feeHistory: history(2_000n * gwei),
      eth_maxPriorityFeePerGas: hex(2_000n * gwei),
    };

    expect(await feesOver([lie, honestTip, honestTip])).to.deep.equal(fair);
    expect(await feesOver([honestTip, lie, honestTip])).to.deep.equal(fair);
  });

  it('is not raised by one of two that reports a tip of 2,000 gwei, without a fee history', async () => {
    const honest = { eth_feeHistory: unknownMethod, eth_maxPriorityFeePerGas: hex(tip) };

    expect(
      await feesOver([{ ...honest, eth_maxPriorityFeePerGas: hex(2_000n * gwei) }, honest]),
    ).to.deep.equal(fair);
  });

  it('gives at most the base fee as the tip if the only node reports 2,000 gwei', async () => {
    expect(await feesOver([{ eth_feeHistory: history(2_000n * gwei) }])).to.deep.equal({
      maxFeeRate: 3n * baseFee,
      tip: baseFee,
    });
  });

  it('goes on if one of two or three says an absurd base fee', async () => {
    const lie = { ...honestTip, ...(await headOf(2_000n * gwei)) };

    expect(await feesOver([lie, honestTip])).to.deep.equal(fair);
    expect(await feesOver([lie, honestTip, honestTip])).to.deep.equal(fair);
  });

  it('goes on if one of two or three fails, and if one is silent', async () => {
    const broken = { ...honestTip, eth_getBlockByNumber: 'no block' };

    expect(await feesOver([broken, honestTip])).to.deep.equal(fair);
    expect(await feesOver([honestTip, broken, honestTip])).to.deep.equal(fair);
    expect(await feesOver([honestTip, 'silence'], { isPatient: false })).to.deep.equal(fair);
  });

  it("is not paid if the only node says an absurd base fee: what is under way waits at the cap with the chain's own tip", async () => {
    const lie = { eth_feeHistory: history(2_000n * gwei), ...(await headOf(2_000n * gwei)) };

    expect(await feesOver([lie])).to.deep.equal({
      maxFeeRate: 10n * gwei,
      tip: gwei / 10n,
    });
  });

  it('prices a quote by the lower of two', async () => {
    const dear = { ...honestTip, ...(await headOf(4n * gwei)) };
    await feesOver([dear, honestTip]);

    expect(await opened[0]?.chainReader.gasCost(scene.chain, 100n, signal)).to.equal(
      100n * (baseFee + tip),
    );
  });

  // The sample of 512 bytes takes 41,480 gas by the EVM's own rules.
  for (const { estimate, posting } of [
    { estimate: 41_480n, posting: 0n },
    { estimate: 46_480n, posting: 5_000n },
    { estimate: 900_000n, posting: 200_000n },
  ])
    it(`prices a quote with ${posting} gas of posting if the chain estimates ${estimate} for 512 bytes`, async () => {
      await feesOver([{ ...honestTip, eth_estimateGas: hex(estimate) }]);

      expect(await opened[0]?.chainReader.gasCost(scene.chain, 100_000n, signal)).to.equal(
        (100_000n + posting) * (baseFee + tip),
      );
    });
});

/** As the real node, but for these methods. */
function answering(answers: Answers): Behaviour {
  return async (calls, forward) => {
    const replies = await forward();
    return written(
      calls,
      replies.map((reply, index) => {
        const answer = answers[calls[index]?.method ?? ''];
        if (answer === undefined) return reply;
        return answer === unknownMethod
          ? { id: reply.id, error: { code: -32_601, message: 'the method does not exist' } }
          : { id: reply.id, result: answer };
      }),
    );
  };
}
