import { type Devnet, startDevnet } from '@interline/devnet';
import { expect } from 'chai';
import { keccak256 } from 'ethers';
import { freshAddress, freshWallet } from '../../support/fresh-wallet.ts';
import { until } from '../../support/until.ts';
import { type HostileEndpoint, hostileEndpoint } from './hostile-endpoint.ts';
import type { AskedCall, Reply } from './json-rpc-call.ts';
import type { RequestSpell, Spell, Weather } from './weather.ts';

const chainId = 8453;
const climate = { seed: 1, clearsAfterMs: 3_600_000, mostLagMs: 3_000 };
const lagMs = 700;

describe('a hostile RPC endpoint before a real node', () => {
  let devnet: Devnet;
  let rpcUrl: string;
  let endpoint: HostileEndpoint;
  const sender = freshWallet();
  before(async () => {
    devnet = await startDevnet({ chainIds: [chainId], port: 0 });
    rpcUrl = devnet.chains[0]?.rpcUrl ?? '';
    await ask(rpcUrl, 'anvil_setBalance', [sender.address, '0xde0b6b3a7640000']);
  });
  after(() => devnet.stop());
  afterEach(() => endpoint.close());

  it('answers single calls and batches as the node does while it is clear', async () => {
    await startWith({});

    const batch = await post(endpoint.urls[0], [
      call(7, 'eth_chainId'),
      call(3, 'eth_getBalance', [sender.address, 'latest']),
      call(5, 'eth_getTransactionReceipt', [`0x${'00'.repeat(32)}`]),
    ]);

    expect(batch).to.deep.equal([
      { jsonrpc: '2.0', id: 7, result: '0x2105' },
      { jsonrpc: '2.0', id: 3, result: '0xde0b6b3a7640000' },
      { jsonrpc: '2.0', id: 5, result: null },
    ]);
    expect(await ask(endpoint.urls[0], 'eth_chainId')).to.equal('0x2105');
    expect(endpoint.dealt()).to.deep.equal({});
  });

  it('shows no receipt, nonce, head or balance on a lagging backend before its time', async () => {
    await startWith({ every: { kind: 'lag', lagMs } }, {});
    const [lagging, other] = endpoint.urls;
    const to = freshAddress();
    const sent = await signed({ to, value: 5n });

    const nonceBefore = await ask(other, 'eth_getTransactionCount', [sender.address, 'latest']);
    const beganMs = performance.now();
    const head = await ask(other, 'eth_blockNumber');
    const hash = String(await ask(other, 'eth_sendRawTransaction', [sent.raw]));
    await until('the transaction in a block', () =>
      ask(other, 'eth_getTransactionReceipt', [hash]),
    );
    const unseen: readonly (readonly [string, readonly unknown[], unknown])[] = [
      ['eth_getTransactionReceipt', [hash], null],
      ['eth_getTransactionCount', [sender.address, 'latest'], nonceBefore],
      ['eth_getBalance', [to, 'latest'], '0x0'],
      ['eth_blockNumber', [], head],
    ];
    const seen = await Promise.all(
      unseen.map(([method, params, before]) =>
        until(`${method} of the new block`, async () => {
          const answer = await ask(lagging, method, params);
          return answer === before ? null : { afterMs: performance.now() - beganMs };
        }),
      ),
    );

    expect(seen.map(({ afterMs }) => afterMs >= lagMs)).to.deep.equal([true, true, true, true]);
    expect(endpoint.dealt().lag).to.be.greaterThan(4);
  });

  it('answers at a head that it has, and does not know a block that it does not have', async () => {
    await startWith({ every: { kind: 'lag', lagMs: 3_600_000 } }, {});
    const [lagging, other] = endpoint.urls;
    const head = await ask(other, 'eth_blockNumber');

    await ask(rpcUrl, 'anvil_mine', ['0x3']);
    const newest = await until('the blocks on the tape', async () => {
      const block = await ask(other, 'eth_getBlockByNumber', ['latest', false]);
      return (await ask(lagging, 'eth_blockNumber')) === head ? block : null;
    });
    const { number, hash } = newest as { number: string; hash: string };
    const [atHash, atNumber, byNumber, byHash, latest, logs] = await post(lagging, [
      call(1, 'eth_getTransactionCount', [sender.address, { blockHash: hash }]),
      call(2, 'eth_getBalance', [sender.address, number]),
      call(3, 'eth_getBlockByNumber', [number, false]),
      call(4, 'eth_getBlockByHash', [hash, false]),
      call(5, 'eth_getBlockByNumber', ['latest', false]),
      call(6, 'eth_getLogs', [{ fromBlock: number, toBlock: 'latest' }]),
    ]);

    expect(BigInt(number)).to.equal(BigInt(String(head)) + 3n);
    expect([atHash?.error?.message, atNumber?.error?.message]).to.deep.equal([
      'header not found',
      'header not found',
    ]);
    expect([byNumber?.result, byHash?.result, logs?.result]).to.deep.equal([null, null, []]);
    expect((latest?.result as { number: string }).number).to.equal(head);
  });

  it('gives a transaction to the node and loses the answer', async () => {
    await startWith({ only: ['eth_sendRawTransaction', { kind: 'lose-answer', by: 'error' }] });
    const { raw, hash } = await signed({ to: sender.address, value: 0n });

    const [reply] = await post(endpoint.urls[0], call(1, 'eth_sendRawTransaction', [raw]));

    expect(reply?.error?.message).to.equal('internal error');
    await until('the transaction in a block', () =>
      ask(rpcUrl, 'eth_getTransactionReceipt', [hash]),
    );
  });

  it('falls silent over the whole request if the answer is lost by silence', async () => {
    await startWith({ only: ['eth_sendRawTransaction', { kind: 'lose-answer', by: 'silence' }] });
    const { raw, hash } = await signed({ to: sender.address, value: 0n });

    const answer = await post(endpoint.urls[0], call(1, 'eth_sendRawTransaction', [raw])).then(
      () => 'answered',
      () => 'broken off',
    );

    expect(answer).to.equal('broken off');
    await until('the transaction in a block', () =>
      ask(rpcUrl, 'eth_getTransactionReceipt', [hash]),
    );
  });

  it('sends a transaction twice and shows what the second time was answered', async () => {
    await startWith({ only: ['eth_sendRawTransaction', { kind: 'duplicate' }] });
    const { raw, hash } = await signed({ to: sender.address, value: 0n });

    const [reply] = await post(endpoint.urls[0], call(1, 'eth_sendRawTransaction', [raw]));

    expect(reply?.result).to.equal(undefined);
    expect(reply?.error?.message).to.match(/already imported|nonce too low/);
    await until('the transaction in a block', () =>
      ask(rpcUrl, 'eth_getTransactionReceipt', [hash]),
    );
  });

  it('forgets a receipt that it has, and repeats an answer of before', async () => {
    const { raw, hash } = await signed({ to: sender.address, value: 0n });
    let spell: Spell = { kind: 'clear' };
    await startWith({ spell: () => spell });
    const [url] = endpoint.urls;
    const head = await ask(url, 'eth_blockNumber');
    await ask(rpcUrl, 'eth_sendRawTransaction', [raw]);
    await until('the receipt', () => ask(rpcUrl, 'eth_getTransactionReceipt', [hash]));

    spell = { kind: 'repeat' };
    const repeated = await ask(url, 'eth_blockNumber');
    spell = { kind: 'forget' };
    const forgotten = await ask(url, 'eth_getTransactionReceipt', [hash]);
    spell = { kind: 'clear' };
    const found = await ask(url, 'eth_getTransactionReceipt', [hash]);

    expect(repeated).to.equal(head);
    expect(forgotten).to.equal(null);
    expect((found as { transactionHash: string }).transactionHash).to.equal(hash);
    expect(endpoint.dealt()).to.deep.equal({ repeat: 1, forget: 1 });
  });

  it('inflates tips and the rewards of past blocks', async () => {
    await startWith({ every: { kind: 'inflate', factor: 1_000n } }, {});
    const [url, other] = endpoint.urls;

    const [tip, honestTip] = await Promise.all(
      [url, other].map(async (one) => BigInt(String(await ask(one, 'eth_maxPriorityFeePerGas')))),
    );
    const history = await ask(url, 'eth_feeHistory', ['0x1', 'latest', [50]]);

    expect(tip).to.equal((honestTip ?? 0n) * 1_000n + 1_000n);
    expect(Number((history as { reward: string[][] }).reward[0]?.[0])).to.be.greaterThanOrEqual(
      1_000,
    );
  });

  it('answers with pages, 500s, garbage and broken connections, and keeps the ids of a shuffled batch', async () => {
    let spell: RequestSpell = { kind: 'page', isServed: false };
    await startWith({ requestSpell: () => spell });
    const [url = ''] = endpoint.urls;
    const raw = () => fetch(url, { method: 'POST', body: JSON.stringify(call(1, 'eth_chainId')) });

    const page = await raw();
    spell = { kind: 'status-500', isServed: false };
    const failed = await raw();
    spell = { kind: 'garbage', isServed: true };
    const garbage = await (await raw()).text();
    spell = { kind: 'reset' };
    const reset = await raw().then(
      () => 'answered',
      () => 'broken off',
    );
    spell = { kind: 'reorder', mostDelayMs: 1 };
    const ids = Array.from({ length: 20 }, (_, id) => id);
    const shuffled = await post(
      url,
      ids.map((id) => call(id, 'eth_chainId')),
    );

    expect([page.status, page.headers.get('content-type'), failed.status]).to.deep.equal([
      200,
      'text/html',
      500,
    ]);
    expect(() => JSON.parse(garbage) as unknown).to.throw(SyntaxError);
    expect(reset).to.equal('broken off');
    expect(shuffled.map(({ id }) => id)).to.not.deep.equal(ids);
    expect(shuffled.map(({ id }) => Number(id)).toSorted((a, b) => a - b)).to.deep.equal(ids);
  });

  it('stays honest once the weather has cleared', async () => {
    endpoint = await hostileEndpoint({
      chainId,
      rpcUrl,
      backends: 3,
      climate: { ...climate, clearsAfterMs: 300 },
    });
    endpoint.begin();
    await endpoint.cleared();

    const answers = await Promise.all(
      endpoint.urls.map((url) => ask(url, 'eth_getBlockByNumber', ['latest', false])),
    );

    const honest = await ask(rpcUrl, 'eth_getBlockByNumber', ['latest', false]);
    expect(answers).to.deep.equal([honest, honest, honest]);
  });

  interface Scripted {
    readonly every?: Spell;
    readonly only?: readonly [method: string, spell: Spell];
    readonly spell?: () => Spell;
    readonly requestSpell?: () => RequestSpell;
  }

  /** A backend for each script, under weather from now on. */
  async function startWith(...scripts: readonly Scripted[]): Promise<void> {
    endpoint = await hostileEndpoint({
      chainId,
      rpcUrl,
      backends: scripts.length,
      climate,
      weatherOfBackend: (backend) => weatherBy(scripts[backend] ?? {}),
    });
    endpoint.begin();
  }

  async function signed(what: {
    readonly to: string;
    readonly value: bigint;
  }): Promise<{ readonly raw: string; readonly hash: string }> {
    const nonce = Number(await ask(rpcUrl, 'eth_getTransactionCount', [sender.address, 'latest']));
    const raw = await sender.signTransaction({
      ...what,
      chainId,
      nonce,
      gasLimit: 50_000n,
      maxFeePerGas: 10n ** 11n,
      maxPriorityFeePerGas: 1n,
      type: 2,
    });
    return { raw, hash: keccak256(raw) };
  }
});

function weatherBy({
  every = { kind: 'clear' },
  only,
  spell,
  requestSpell = () => ({ kind: 'clear' }),
}: {
  readonly every?: Spell;
  readonly only?: readonly [method: string, spell: Spell];
  readonly spell?: () => Spell;
  readonly requestSpell?: () => RequestSpell;
}): Weather {
  return {
    spell: (method) => spell?.() ?? (only?.[0] === method ? only[1] : every),
    requestSpell,
  };
}

function call(id: number, method: string, params: readonly unknown[] = []): AskedCall {
  return { jsonrpc: '2.0', id, method, params };
}

async function post(
  url: string | undefined,
  body: AskedCall | readonly AskedCall[],
): Promise<readonly Reply[]> {
  const response = await fetch(url ?? '', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return [(await response.json()) as Reply | Reply[]].flat(); // CAST: JSON-RPC 2.0's own shape.
}

async function ask(
  url: string | undefined,
  method: string,
  params: readonly unknown[] = [],
): Promise<unknown> {
  const [reply] = await post(url, call(1, method, params));
  if (reply?.error !== undefined) throw new Error(`${method}: ${reply.error.message}`);
  return reply?.result ?? null;
}
