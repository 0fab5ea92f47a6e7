import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { NodeFleet } from '../processes/node-fleet.ts';
import { anvilBinary } from './anvil-binary.ts';
import { freshAccounts } from './devnet-accounts.ts';
import { freePorts, startAnvil } from './start-anvil.ts';
import { rpc, RpcRefusal } from './json-rpc.ts';

const chain = { chainId: 8453, name: 'Base' };

describe('a started chain', () => {
  const accounts = freshAccounts();
  let fleet: NodeFleet;

  beforeEach(() => {
    fleet = new NodeFleet(randomBytes(16).toString('hex'));
  });
  afterEach(() => fleet.stop());

  it('moves to another port when its own was stolen, even by another chain', async () => {
    const [port = 0] = await freePorts(1);
    const thief = createServer((_request, response) =>
      response.end('[{"id":0,"result":["0x00"]}]'),
    );
    await once(thief.listen(port, '127.0.0.1'), 'listening');

    const { rpcUrl } = await startAnvil({ fleet, binary: anvilBinary(), chain, accounts, port });

    thief.close();
    expect(rpcUrl).to.not.equal(`http://127.0.0.1:${port}`);
    expect(await rpc(rpcUrl, 'eth_chainId')).to.equal('0x2105');
  });

  it('fails with a message when the program cannot be run', async () => {
    const [port = 0] = await freePorts(1);

    const message = await startAnvil({
      fleet,
      binary: '/nowhere/anvil',
      chain,
      accounts,
      port,
    }).then(
      () => 'none',
      (error: Error) => error.message,
    );

    expect(message).to.equal('anvil could not be run for chain 8453');
  });

  it('answers reads at the last 64 blocks, by number and by hash, and after a reorganisation', async () => {
    const [port = 0] = await freePorts(1);
    const { rpcUrl } = await startAnvil({ fleet, binary: anvilBinary(), chain, accounts, port });
    await rpc(rpcUrl, 'anvil_mine', ['0x50']);
    const { hash: deepHash } = await block(rpcUrl, 80 - 60);
    const { hash: shallowHash } = await block(rpcUrl, 78);

    const byNumber = await rpc(rpcUrl, 'eth_getBalance', [accounts.owner, '0x10']);
    const byHash = await rpc(rpcUrl, 'eth_call', [
      { to: accounts.owner },
      { blockHash: deepHash, requireCanonical: true },
    ]);
    const finalized = await rpc(rpcUrl, 'eth_getBalance', [accounts.owner, 'finalized']);
    await rpc(rpcUrl, 'anvil_reorg', [5, []]);
    const deepAfter = await rpc(rpcUrl, 'eth_getBalance', [
      accounts.owner,
      { blockHash: deepHash },
    ]);
    const { hash: newHash } = await block(rpcUrl, 78);

    expect([byNumber, finalized, deepAfter]).to.deep.equal(
      Array(3).fill('0x33b2e3c9fd0803ce8000000'),
    );
    expect(byHash).to.equal('0x');
    expect(newHash).to.not.equal(shallowHash);
    expect(
      await refusalOf(rpc(rpcUrl, 'eth_getBalance', [accounts.owner, { blockHash: shallowHash }])),
    ).to.equal('eth_getBalance: Resource not found');
    expect(await refusalOf(rpc(rpcUrl, 'eth_getBalance', [accounts.owner, '0xf']))).to.contain(
      'BlockOutOfRangeError',
    );
  });

  async function block(rpcUrl: string, number: number): Promise<{ hash: string }> {
    return (await rpc(rpcUrl, 'eth_getBlockByNumber', [`0x${number.toString(16)}`, false])) as {
      hash: string;
    }; // CAST: a node's block.
  }

  async function refusalOf(call: Promise<unknown>): Promise<string> {
    return call.then(
      () => 'none',
      (error: unknown) => (error instanceof RpcRefusal ? error.message : String(error)),
    );
  }
});
