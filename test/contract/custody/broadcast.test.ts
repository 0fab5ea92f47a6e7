import { expect } from 'chai';
import { until } from '../../support/until.ts';
import { asUnits, type SignedTransaction } from '@interline/kernel';
import { custodyScene, type CustodyScene } from './custody-scene.ts';
import {
  type Behaviour,
  changing,
  honest,
  misbehavingNode,
  type MisbehavingNode,
} from './misbehaving-node.ts';
import { valueOf } from './outcome-value.ts';
import type { EvmCustody } from '@interline/adapters/custody/evm';

const { signal } = new AbortController();

describe('broadcasting', () => {
  let scene: CustodyScene;
  let proxy: MisbehavingNode;
  let custody: EvmCustody;
  before(async () => {
    scene = await custodyScene();
  });
  beforeEach(async () => {
    proxy = await misbehavingNode(scene.rpcUrl);
    custody = scene.over([proxy.url]);
    await scene.rpc('evm_setAutomine', [false]);
  });
  afterEach(async () => {
    await scene.rpc('evm_mine');
    await proxy.close();
  });
  after(() => scene.close());

  /** Coin to an unused address, under the float account's next nonces. */
  async function signedTransactions(
    count: number,
    change: { gasLimit?: bigint; value?: bigint } = {},
  ): Promise<readonly SignedTransaction[]> {
    const [prepared = expect.fail()] = valueOf(
      await scene.custody.prepare(
        {
          kind: 'payout',
          chain: scene.chain,
          token: 'native',
          role: 'float',
          to: scene.usdc.replace(/^0x../, '0xee') as never,
          units: asUnits(1n),
          purpose: 'payout',
        },
        signal,
      ),
    );
    const next = await scene.custody.slotsTaken(scene.chain, prepared.account, signal);
    const tx = { ...prepared.tx, ...change };
    return Array.from({ length: count }, (_, index) =>
      scene.custody.seal(
        { transactionId: `effect_${index}`, movements: [] },
        { ...prepared, tx },
        next + index,
        0,
      ),
    );
  }
  const isKnown = async ({ hash }: SignedTransaction): Promise<boolean> =>
    (await scene.rpc('eth_getTransactionByHash', [hash])) !== null;

  it('is accepted when the node takes the bytes, and again when it has them already', async () => {
    const sent = await signedTransactions(1);

    expect(await custody.broadcast(sent)).to.deep.equal(['accepted']);
    expect(await custody.broadcast(sent)).to.deep.equal(['accepted']);
  });

  it('sends neighbours in one request and in nonce order, and answers in the given order', async () => {
    const [first, second, third] = (await signedTransactions(3)) as [
      SignedTransaction,
      SignedTransaction,
      SignedTransaction,
    ];
    const broken = { ...second, raw: '0x02ff' as const };

    const outcomes = await custody.broadcast([third, broken, first]);

    expect(outcomes).to.deep.equal(['accepted', 'refused', 'accepted']);
    expect(
      proxy.requests.slice(1).map((calls) => calls.map((call) => call.params[0])),
    ).to.deep.equal([[first.raw, '0x02ff', third.raw]]);
  });

  it('keeps what it does not know apart from what it knows', async () => {
    const unknown: Readonly<Record<string, Behaviour>> = {
      'the node takes the bytes and answers with status 500': async (_, forward) => {
        await forward();
        return { status: 500, body: '' };
      },
      'the node takes the bytes and hangs up': async (_, forward) => {
        await forward();
        return 'reset';
      },
      'the node takes the bytes and says nothing': async (_, forward) => {
        await forward();
        return 'silence';
      },
      'the node takes the bytes and answers with a page': async (_, forward) => {
        await forward();
        return { body: '<html></html>' };
      },
      'the node says nothing': async () => 'silence',
      'the node answers with 5 MB': async () => ({ body: JSON.stringify('0'.repeat(5_000_000)) }),
      'the node names another hash': changing('eth_sendRawTransaction', (reply) => ({
        ...reply,
        result: `0x${'1'.repeat(64)}`,
      })),
      'the node says the nonce is too low': changing('eth_sendRawTransaction', ({ id }) => ({
        id,
        error: { code: -32_000, message: 'nonce too low: next nonce 9, tx nonce 4' },
      })),
      'the node is busy': changing('eth_sendRawTransaction', ({ id }) => ({
        id,
        error: { code: -32_005, message: 'limit exceeded' },
      })),
    };
    const hasty = scene.over([proxy.url], { deadlineMs: 2_000 });
    for (const one of [custody, hasty])
      await one.slotsTaken(scene.chain, custody.evmAccounts.float, signal);

    for (const [what, behaviour] of Object.entries(unknown)) {
      proxy.behave(behaviour);
      const [sent = expect.fail()] = await signedTransactions(1);

      const over = what.endsWith('says nothing') ? hasty : custody;
      expect(await over.broadcast([sent]), what).to.deep.equal(['unknown']);
      if (what.startsWith('the node takes')) {
        // A busy machine forwards the bytes after the broadcast has given up on the response.
        await until(what, () => isKnown(sent));
        await scene.rpc('evm_mine');
      }
    }
  });

  it('is refused only by words that prove it', async () => {
    const [tooLittleGas = expect.fail()] = await signedTransactions(1, { gasLimit: 20_000n });
    const [tooMuchValue = expect.fail()] = await signedTransactions(1, {
      value: 2n * 10n ** 18n,
    });

    expect(await custody.broadcast([tooLittleGas])).to.deep.equal(['refused']);
    expect(await custody.broadcast([tooMuchValue])).to.deep.equal(['refused']);
    expect(await isKnown(tooLittleGas)).to.equal(false);
  });

  it('goes to every node, and one that accepts is enough', async () => {
    const refusing = await misbehavingNode(scene.rpcUrl);
    refusing.behave(
      changing('eth_sendRawTransaction', ({ id }) => ({
        id,
        error: { code: -32_000, message: 'txpool is full' },
      })),
    );
    const dead = await misbehavingNode(scene.rpcUrl);
    dead.behave(async () => 'reset');
    const sent = await signedTransactions(1);

    const three = scene.over([refusing.url, dead.url, proxy.url]);
    expect(await three.broadcast(sent)).to.deep.equal(['accepted']);

    proxy.behave(
      changing('eth_sendRawTransaction', ({ id }) => ({
        id,
        error: { code: -32_000, message: 'replacement transaction underpriced' },
      })),
    );
    expect(await scene.over([refusing.url, proxy.url]).broadcast(sent)).to.deep.equal(['refused']);
    expect(await three.broadcast(sent)).to.deep.equal(['unknown']);
    await Promise.all([refusing.close(), dead.close()]);
  });

  it('never gives bytes to a node of another chain', async () => {
    proxy.behave(changing('eth_chainId', (reply) => ({ ...reply, result: '0x1' })));
    const sent = await signedTransactions(1);

    expect(await custody.broadcast(sent)).to.deep.equal(['unknown']);
    expect(await isKnown(sent[0] ?? expect.fail())).to.equal(false);
  });

  it('does not know what became of bytes that are not signed yet, or of a chain it does not have', async () => {
    const [sent = expect.fail()] = await signedTransactions(1);

    expect(
      await custody.broadcast([
        { ...sent, raw: null },
        { ...sent, chain: 'eip155:1' as never },
      ]),
    ).to.deep.equal(['unknown', 'unknown']);
    expect(await custody.broadcast([])).to.deep.equal([]);
    expect(proxy.requests).to.deep.equal([]);
  });

  it('says nothing of bytes or URLs in its log', async () => {
    proxy.behave(async () => ({ status: 500, body: 'canary-provider-text' }));
    const [sent = expect.fail()] = await signedTransactions(1);

    await custody.broadcast([sent]);
    proxy.behave(honest);

    expect(JSON.stringify(scene.log.lines)).not.to.match(/canary/);
    expect(JSON.stringify(scene.log.lines)).not.to.contain(sent.raw?.slice(4, 80));
  });
});
