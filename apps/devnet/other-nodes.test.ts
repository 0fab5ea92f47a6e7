import { expect } from 'chai';
import { existsSync } from 'node:fs';
import { bitcoinRpc } from './bitcoin/bitcoin-rpc.ts';
import { findBitcoind } from './bitcoin/find-bitcoind.ts';
import { filesOf, readPidRecords, stillRuns } from './processes/pid-record.ts';
import { hasSurfpool } from './solana/start-surfpool.ts';
import { type Devnet, startDevnet } from './supervisor.ts';

describe('the chains next to the EVM ones', () => {
  let devnet: Devnet;

  before(async () => {
    const startedAt = performance.now();
    devnet = await startDevnet({ beside: ['bitcoin', 'solana'], bitcoinBlockMs: 50 });
    console.log(`      24 chains in ${Math.round(performance.now() - startedAt)} ms`);
  });

  after(() => devnet.stop());

  it('pay a person bitcoin that is in a block when the faucet answers', async function () {
    if (!bitcoindThere()) this.skip();
    const { bitcoin } = devnet;
    if (bitcoin === null) throw new Error('the devnet has no bitcoin node');
    const address = String(await bitcoinRpc(bitcoin, 'getnewaddress', []));

    const paid = await post('faucet', { address, sats: '250000' });
    const { txid } = paid.body as { txid: string }; // CAST: the route's own answer.

    expect(paid.status).to.equal(200);
    expect(await bitcoinRpc(bitcoin, 'gettxout', [txid, 0, false])).to.not.equal(undefined);
    expect(Number(await bitcoinRpc(bitcoin, 'getreceivedbyaddress', [address, 1]))).to.equal(
      0.0025,
    );
  });

  it('mine as many bitcoin blocks as asked for, 200 at most', async function () {
    if (!bitcoindThere()) this.skip();
    const most = await post('mine', { blocks: 200 });

    expect((most.body as { mined: string[] }).mined).to.have.lengthOf(200); // CAST: its answer.
    expect(await post('mine', { blocks: 201 })).to.deep.equal({
      status: 400,
      body: { error: 'blocks is 201; wanted a number, 1 to 200' },
    });
    expect((await post('mine', { blocks: 0 })).status).to.equal(400);
  });

  it('confirm a bitcoin transaction by themselves', async function () {
    if (!bitcoindThere()) this.skip();
    const { bitcoin } = devnet;
    if (bitcoin === null) throw new Error('the devnet has no bitcoin node');
    const address = String(await bitcoinRpc(bitcoin, 'getnewaddress', []));
    await bitcoinRpc(bitcoin, 'sendtoaddress', { address, amount: '0.001', fee_rate: 2 });

    while ((await bitcoinRpc(bitcoin, 'getreceivedbyaddress', [address, 1])) === 0)
      await new Promise(setImmediate);
  });

  it('say what is wrong with an address', async function () {
    if (!bitcoindThere()) this.skip();
    const refused = await post('faucet', { address: 'bcrt1qqqqqqqqqqqqqq', sats: '1000' });

    expect(refused.status).to.equal(422);
    expect(JSON.stringify(refused.body)).to.contain('Invalid Bitcoin address');
  });

  it('answer as Solana does', async function () {
    if (!hasSurfpool()) this.skip();
    const response = await fetch(devnet.solana?.rpcUrl ?? '', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"jsonrpc":"2.0","id":1,"method":"getVersion"}',
    });

    expect(await response.text()).to.contain('solana-core');
  });

  it('are removed with the devnet, and so are their files', async () => {
    const { nodes = [] } = readPidRecords().get(devnet.instance) ?? {};
    const running = nodes.filter(stillRuns).length;

    await devnet.stop();

    expect(running).to.equal(22 + Number(devnet.bitcoin !== null) + Number(devnet.solana !== null));
    expect(nodes.filter(stillRuns)).to.deep.equal([]);
    expect(existsSync(filesOf(devnet.instance))).to.equal(false);
  });

  async function post(path: string, body: object): Promise<{ status: number; body: unknown }> {
    const response = await fetch(`${devnet.url}/devnet/bitcoin/${path}`, {
      headers: { 'content-type': 'application/json' },
      method: 'POST',
      body: JSON.stringify(body),
    });
    return { status: response.status, body: await response.json() };
  }
});

/** In a continuous run a missing bitcoind is a failure. */
function bitcoindThere(): boolean {
  return findBitcoind() !== null || Boolean(process.env['CI']);
}
