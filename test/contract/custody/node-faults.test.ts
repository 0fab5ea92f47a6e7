import { inspect } from 'node:util';
import { expect } from 'chai';
import { asAddress, RelayError, TokenList } from '@interline/kernel';
import { custodyScene, type CustodyScene } from './custody-scene.ts';
import {
  type Behaviour,
  changing,
  honest,
  misbehavingNode,
  type MisbehavingNode,
  written,
} from './misbehaving-node.ts';
import { systemClock } from '@interline/adapters/clock';
import {
  evmCustody,
  type EvmChainSettings,
  type EvmCustody,
} from '@interline/adapters/custody/evm';

const { signal } = new AbortController();

/**
 * For nodes that say nothing. Any other fault must be found by itself, however slow the machine is.
 */
const soon: Partial<EvmChainSettings> = { deadlineMs: 2_000 };

describe("a chain's nodes", () => {
  let scene: CustodyScene;
  let bad: MisbehavingNode;
  let good: MisbehavingNode;
  before(async () => {
    scene = await custodyScene();
  });
  beforeEach(async () => {
    [bad, good] = [await misbehavingNode(scene.rpcUrl), await misbehavingNode(scene.rpcUrl)];
    scene.log.lines.length = 0;
  });
  afterEach(() => Promise.all([bad.close(), good.close()]));
  after(() => scene.close());

  const over = (nodes: readonly MisbehavingNode[], settings: Partial<EvmChainSettings> = {}) =>
    scene.over(
      nodes.map((node) => node.url),
      { deadlineMs: 60_000, ...settings },
    );
  const nonce = (custody: EvmCustody) =>
    custody.slotsTaken(scene.chain, custody.evmAccounts.spender, signal);
  const faultOf = async (custody: EvmCustody): Promise<RelayError> =>
    nonce(custody).then(
      () => expect.fail('it answered'),
      (error: unknown) => error as RelayError,
    );

  const faults: Readonly<Record<string, { behaviour: Behaviour; kind: string }>> = {
    'answers with status 500': {
      behaviour: async () => ({ status: 500, body: '{"jsonrpc":"2.0"}' }),
      kind: 'bad-status',
    },
    redirects: { behaviour: async () => ({ status: 307, body: '' }), kind: 'bad-status' },
    'never answers': { behaviour: async () => 'silence', kind: 'timeout' },
    'closes the connection': { behaviour: async () => 'reset', kind: 'unreachable' },
    'answers with broken JSON': {
      behaviour: async () => ({ body: '{"jsonrpc":"2.0","id":1,"result":"0x' }),
      kind: 'garbage',
    },
    'answers with a web page': {
      behaviour: async () => ({ type: 'text/html', body: '<html>Sign in</html>' }),
      kind: 'garbage',
    },
    'answers with 5 MB': {
      behaviour: async () => ({ body: JSON.stringify({ id: 1, result: '0'.repeat(5_000_000) }) }),
      kind: 'too-large',
    },
    'answers another call': {
      behaviour: async (calls, forward) =>
        written(
          calls,
          (await forward()).map((one) => ({ ...one, id: one.id + 1_000 })),
        ),
      kind: 'garbage',
    },
    'answers with a list of nothing': { behaviour: async () => ({ body: '[]' }), kind: 'garbage' },
    'answers with null': { behaviour: async () => ({ body: 'null' }), kind: 'garbage' },
    'answers without hex': {
      behaviour: changing('eth_getTransactionCount', (reply) => ({ ...reply, result: 17 })),
      kind: 'garbage',
    },
    'answers with a nonce beyond 2^53': {
      behaviour: changing('eth_getTransactionCount', (reply) => ({
        ...reply,
        result: '0xffffffffffffffffff',
      })),
      kind: 'garbage',
    },
    'answers with a rate limit': {
      behaviour: changing('eth_getTransactionCount', ({ id }) => ({
        id,
        error: { code: -32_005, message: 'canary-provider-text' },
      })),
      kind: 'error-answer',
    },
    'serves another chain': {
      behaviour: changing('eth_chainId', (reply) => ({ ...reply, result: '0x1' })),
      kind: 'wrong-chain',
    },
  };

  for (const [what, { behaviour, kind }] of Object.entries(faults)) {
    it(`lets the next one answer for one that ${what}`, async () => {
      bad.behave(behaviour);

      const answer = await nonce(over([bad, good], kind === 'timeout' ? soon : {}));

      expect(answer).to.equal(0);
      expect(scene.log.lines).to.deep.equal([
        {
          level: 'warn',
          event: 'node-fault',
          fields: { chain: 'eip155:8453', node: 1, fault: kind },
        },
      ]);
    });
  }

  it('are unreachable when the last one failed too, in words that give nothing away', async () => {
    for (const { behaviour, kind } of Object.values(faults)) {
      bad.behave(behaviour);
      const error = await faultOf(over([bad], kind === 'timeout' ? soon : {}));

      expect(error).to.be.instanceOf(RelayError);
      expect([error.code, error.details]).to.deep.equal([
        'CHAIN_UNREACHABLE',
        { chain: 'eip155:8453', faults: [kind] },
      ]);
      expect(inspect(error, { depth: 9, showHidden: true }) + JSON.stringify(error)).not.to.match(
        /canary|127\.0\.0\.1/,
      );
    }
    expect(JSON.stringify(scene.log.lines)).not.to.match(/canary|127\.0\.0\.1/);
  });

  it('of another chain are never asked for anything but their id', async () => {
    bad.behave(faults['serves another chain']?.behaviour ?? honest);
    const custody = over([bad, good]);

    await nonce(custody);
    await nonce(custody);

    expect(bad.requests.flat().map((call) => call.method)).to.deep.equal(['eth_chainId']);
  });

  it('are asked for their chain once, before anything else, however many ask', async () => {
    const custody = over([good]);

    await Promise.all([nonce(custody), nonce(custody)]);
    await nonce(custody);

    expect(good.requests.map((calls) => calls.map((call) => call.method))).to.deep.equal([
      ['eth_chainId'],
      // Both have the one answer.
      ['eth_getTransactionCount'],
      ['eth_getTransactionCount'],
    ]);
  });

  it('get their credentials as a header', async () => {
    await nonce(over([good]));

    expect(good.headers[0]?.authorization).to.equal(
      `Basic ${Buffer.from('operator:canary-password').toString('base64')}`,
    );
  });

  it('are not waited for again right after they failed', async () => {
    bad.behave(async () => 'silence');
    const custody = over([bad, good], soon);
    await nonce(custody);
    const asked = bad.requests.length;

    await nonce(custody);

    expect(bad.requests).to.have.length(asked);
  });

  it('take at most the configured number of calls in one request', async () => {
    const custody = over([good], { maxBatch: 2 });

    await Promise.all(
      [1, 2, 3, 4, 5].map((last) =>
        custody.slotsTaken(scene.chain, asAddress(`0x${'00'.repeat(19)}0${last}`), signal),
      ),
    );

    expect(good.requests.map((calls) => calls.length)).to.deep.equal([1, 2, 2, 1]);
  });

  it('do not hold up a caller that gave up, or fail the others', async () => {
    let answer = (): void => undefined;
    const late = new Promise<void>((done) => {
      answer = done;
    });
    const custody = over([good]);
    await nonce(custody);
    good.behave(async (calls, forward) => {
      await late;
      return honest(calls, forward);
    });
    const patience = new AbortController();

    const patient = nonce(custody);
    const impatient = custody
      .slotsTaken(scene.chain, custody.evmAccounts.spender, patience.signal)
      .catch((error: unknown) => error);
    patience.abort();

    expect(await impatient).to.deep.include({
      code: 'CHAIN_UNREACHABLE',
      details: { chain: 'eip155:8453', faults: ['aborted'] },
    });
    answer();
    expect(await patient).to.equal(0);
    expect(scene.log.lines).to.deep.equal([]);
  });

  it('take a revert for an answer, not for a fault of the node', async () => {
    const custody = over([bad, good]);

    const answer = await custody.chainReader.call(scene.chain, scene.usdc, '0x12345678', signal);

    expect(answer).to.equal(null);
    expect(good.requests).to.deep.equal([]);
  });

  it('are examined one by one', async () => {
    bad.behave(async () => ({ status: 503, body: '' }));

    const head = Number(await scene.rpc('eth_blockNumber'));
    const { timestamp } = (await scene.rpc('eth_getBlockByNumber', ['latest', false])) as {
      timestamp: string;
    }; // CAST: of the method's shape.
    const [first, second, ...more] = await over([bad, good]).doctor(signal);
    expect([first, more]).to.deep.equal([
      {
        chain: 'eip155:8453',
        node: 1,
        head: null,
        headAtSec: null,
        fault: 'bad-status',
        serves: null,
      },
      [],
    ]);
    expect(second).to.deep.include({
      chain: 'eip155:8453',
      node: 2,
      head,
      headAtSec: Number(timestamp),
      fault: null,
    });
  });

  it('are up until all of them failed, and up again once one answered', async () => {
    const custody = over([good]);
    expect(custody.chainReader.isUp(scene.chain)).to.equal(true);

    good.behave(async () => ({ status: 500, body: '' }));
    await faultOf(custody);
    expect(custody.chainReader.isUp(scene.chain)).to.equal(false);

    good.behave(honest);
    await nonce(custody);
    expect(custody.chainReader.isUp(scene.chain)).to.equal(true);
  });

  it('are up, and say what gas costs, after an hour in which nothing was asked of them', async () => {
    let skippedMs = 0;
    const clock = { ...systemClock, monotonic: () => systemClock.monotonic() + skippedMs };
    const chains = [
      { chain: scene.chain, chainId: scene.chainId, rpcUrls: [good.url], deadlineMs: 5_000 },
    ];
    const custody = evmCustody({
      chains,
      signers: scene.signers,
      tokens: new TokenList([]),
      log: scene.log,
      clock,
    });
    const before = await custody.chainReader.gasCost(scene.chain, 100_000n, signal);

    skippedMs = 3_600_000;
    const isUp = custody.chainReader.isUp(scene.chain);
    const later = await custody.chainReader.gasCost(scene.chain, 100_000n, signal);
    await custody.close();

    expect([isUp, later]).to.deep.equal([true, before]);
  });

  it('say what gas costs, remembered for some seconds', async () => {
    const custody = over([good]);
    const market = await custody.chainReader.gasCost(scene.chain, 100_000n, signal);
    const asked = good.requests.length;

    expect(await custody.chainReader.gasCost(scene.chain, 200_000n, signal)).to.equal(2n * market);
    expect(good.requests).to.have.length(asked);
    expect(market > 100_000n * 1_000_000_000n).to.equal(true);
  });

  it('fail at once when custody is closed', async () => {
    const custody = over([good]);
    await nonce(custody);
    good.behave(async () => 'silence');
    const asked = faultOf(custody);
    setTimeout(() => void custody.close(), 20);

    expect((await asked).details).to.deep.equal({ chain: 'eip155:8453', faults: ['closed'] });
  });
});
