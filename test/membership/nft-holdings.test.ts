import { type Devnet, startDevnet } from '@interline/devnet';
import { evmAddress, evmChain } from '@interline/kernel';
import type { NftHoldings } from '@interline/ports';
import { parts } from '@interline/server';
import { expect } from 'chai';
import { Interface } from 'ethers';
import {
  type Behaviour,
  changing,
  honest,
  type MisbehavingNode,
  misbehavingNode,
  written,
} from '../contract/custody/misbehaving-node.ts';
import { chainRpc } from '../support/chain-rpc.ts';
import { freshAddress } from '../support/fresh-wallet.ts';
import { handNft } from '../support/hand-nft.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { mine } from '../support/mining.ts';

const base = 8453;
const hour = 3_600;
const nft = new Interface([
  'function minted() view returns (uint256)',
  'function tokenOfOwnerByIndex(address,uint256) view returns (uint256)',
]);
const none = '0'.padStart(64, '0');

describe('what an account holds of NFTs', () => {
  let devnet: Devnet;
  let node: MisbehavingNode;
  let harness: Harness;
  let holdings: NftHoldings;
  let collection: Parameters<NftHoldings['heldFor']>[0];
  before(async () => {
    devnet = await startDevnet({ chainIds: [base], port: 0 });
    const [chain] = devnet.chains;
    const { rpcUrl, memberNft } = chain ?? expect.fail();
    node = await misbehavingNode(rpcUrl);
    harness = await startHarness({ devnet, rpcUrls: { [base]: [rpcUrl, node.url] } });
    holdings = harness.container.get(parts.nftHoldings);
    collection = { chain: evmChain(base), address: evmAddress(memberNft) };
  });
  after(async () => {
    await harness.stop();
    await node.close();
    await devnet.stop();
  });
  afterEach(() => node.behave(honest));

  const heldFor = (owner: string, seconds: number, of = collection) =>
    holdings
      .heldFor(of, evmAddress(owner), seconds, new AbortController().signal)
      .then((seen) => (seen === null ? null : [seen.held.length, seen.tooNew]));
  async function passFor(to: string): Promise<void> {
    await devnet.faucet({ chainId: base, token: 'member', to, amount: 1n });
  }
  /** Blocks of one each minute. */
  async function pass(seconds: number): Promise<void> {
    for (let left = seconds; left > 0; left -= 60) {
      await chainRpc(devnet, base, 'evm_increaseTime', [Math.min(60, left)]);
      await mine(devnet, base);
    }
  }

  it('counts once it is held for as long as is asked, a minute later at most', async () => {
    const owner = freshAddress();
    await passFor(owner);
    await pass(hour - 100);
    const early = await heldFor(owner, hour);
    await pass(300);

    expect([early, await heldFor(owner, hour)]).to.deep.equal([
      [0, 1],
      [1, 0],
    ]);
  });

  it('counts each token by itself', async () => {
    const owner = freshAddress();
    await passFor(owner);
    await pass(hour + 120);
    await passFor(owner);

    expect(await heldFor(owner, hour)).to.deep.equal([1, 1]);
  });

  it('is too new on a chain that is younger than what is asked', async () => {
    const owner = freshAddress();
    await passFor(owner);

    expect(await heldFor(owner, 3_650 * 86_400)).to.deep.equal([0, 1]);
  });

  it('is shown by no two nodes that differ', async () => {
    const owner = freshAddress();
    await passFor(owner);
    await pass(hour + 120);
    const balanceOf = `0x70a08231${owner.slice(2).toLowerCase().padStart(64, '0')}`;
    node.behave(
      changing('eth_call', (reply, { params: [message] }) => {
        const { data } = message as { readonly data?: string }; // CAST: a call's message.
        return data === balanceOf ? { ...reply, result: `0x${none}` } : reply;
      }),
    );

    const refused = await heldFor(owner, hour).catch(({ code }: { code?: string }) => code);
    node.behave(honest);

    expect([refused, await heldFor(owner, hour)]).to.deep.equal(['CHAIN_UNREACHABLE', [1, 0]]);
  });

  it('is hidden by no node that leaves logs out', async () => {
    const owner = freshAddress();
    await passFor(owner);
    node.behave(changing('eth_getLogs', (reply) => ({ ...reply, result: [] })));

    const told = await heldFor(owner, hour).catch(({ code }: { code?: string }) => code);

    expect(told).to.equal('CHAIN_UNREACHABLE');
  });

  it('is nothing that came to the owner while it was read', async () => {
    const only = await startHarness({ devnet, rpcUrls: { [base]: [node.url] } });
    const [owner, lender] = [freshAddress(), freshAddress()];
    for (const to of [owner, lender]) await passFor(to);
    await pass(hour + 120);
    const place = { devnet, chainId: base, collection: collection.address };
    const hand = async (from: string, receiver: string): Promise<void> => {
      const data = nft.encodeFunctionData('tokenOfOwnerByIndex', [from, 0n]);
      const id = await chainRpc(devnet, base, 'eth_call', [
        { to: place.collection, data },
        'latest',
      ]);
      await handNft(place, { id: BigInt(String(id)), from, to: receiver });
    };
    // Between the balance, which stays one, and the list.
    let isHanded = false;
    node.behave(async (calls, forward) => {
      const replies = await forward();
      if (!isHanded && JSON.stringify(calls).includes('0x70a08231')) {
        isHanded = true;
        await hand(owner, freshAddress());
        await hand(lender, owner);
      }
      return written(calls, replies);
    });

    const seen = await only.container
      .get(parts.nftHoldings)
      .heldFor(collection, evmAddress(owner), hour, new AbortController().signal);
    await only.stop();

    expect([isHanded, seen?.held, seen?.tooNew]).to.deep.equal([true, [], 1]);
  });

  it('is unknown on a node that serves few logs at once, which is not a fault of the node', async () => {
    const owner = freshAddress();
    await passFor(owner);
    await pass(hour + 120);
    const few = { code: -32_005, message: 'too many blocks' };
    node.behave(
      changing('eth_getLogs', ({ id, ...reply }, { params: [filter] }) => {
        // CAST: a filter of blocks.
        const { fromBlock, toBlock } = filter as Record<'fromBlock' | 'toBlock', string>;
        return fromBlock === toBlock ? { id, ...reply } : { id, error: few };
      }),
    );

    const told = await heldFor(owner, hour).catch(({ code }: { code?: string }) => code);
    const nodes = harness.container.get(parts.chainNodes)(evmChain(base));

    expect([told, nodes.map(({ state }) => state)]).to.deep.equal([
      'CHAIN_UNREACHABLE',
      ['open', 'open'],
    ]);
  });

  it('is unknown if the list is megabytes, and no node is asked for it twice', async () => {
    const address = evmAddress(freshAddress());
    // Eight to balanceOf, else 3,000,000 bytes of zero.
    const code = '0x5f3560e01c6370a0823114601457622dc6c05ff35b60085f5260205ff3';
    await chainRpc(devnet, base, 'anvil_setCode', [address, code]);
    const before = node.requests.length;

    const told = await heldFor(freshAddress(), 0, { ...collection, address });
    const lists = node.requests
      .slice(before)
      .filter((calls) => JSON.stringify(calls).includes('0x2f745c59'));

    expect([told, lists.length]).to.deep.equal([null, 1]);
  });

  it('is not hidden permanently by a node that is stuck, or shown by it after it was sold', async () => {
    const [owner, buyer] = [freshAddress(), freshAddress()];
    await passFor(owner);
    await pass(hour + 120);
    const head = await chainRpc(devnet, base, 'eth_blockNumber', []);
    node.behave(standingAt(String(head)));
    const both = await heldFor(owner, hour);
    const minted = await chainRpc(devnet, base, 'eth_call', [
      { to: collection.address, data: nft.encodeFunctionData('minted') },
      'latest',
    ]);
    const place = { devnet, chainId: base, collection: collection.address };
    await handNft(place, { id: BigInt(String(minted)), from: owner, to: buyer });
    await mine(devnet, base);

    const lagging = await heldFor(owner, hour).catch(({ code }: { code?: string }) => code);
    node.behave(honest);

    expect([both, lagging, await heldFor(owner, hour)]).to.deep.equal([
      [1, 0],
      'CHAIN_UNREACHABLE',
      [0, 0],
    ]);
  });

  it('is unknown if a contract lists nothing, or there is no contract', async () => {
    const { tokens = [] } = devnet.chains[0] ?? {};
    const usdc = evmAddress(tokens.find(({ symbol }) => symbol === 'USDC')?.address ?? '');
    const owner = freshAddress();
    await devnet.faucet({ chainId: base, token: 'USDC', to: owner, amount: 5n });

    expect(await heldFor(owner, 0, { ...collection, address: usdc })).to.equal(null);
    expect(
      await heldFor(owner, 0, { ...collection, address: evmAddress(freshAddress()) }),
    ).to.equal(null);
  });

  it('is found on a chain that stood still for a week', async () => {
    const owner = freshAddress();
    await passFor(owner);
    await chainRpc(devnet, base, 'evm_increaseTime', [7 * 86_400]);
    await chainRpc(devnet, base, 'anvil_mine', ['0x190', '0xa']);

    expect(await heldFor(owner, hour)).to.deep.equal([1, 0]);
  });

  it('takes one header in addition to two heads once it is known where an hour ago is', async () => {
    const owner = freshAddress();
    await passFor(owner);
    await chainRpc(devnet, base, 'anvil_mine', ['0x190', '0xa']);
    const first = await heldFor(owner, hour);
    await chainRpc(devnet, base, 'anvil_mine', ['0x5', '0xa']);
    const asked = node.requests.length;

    expect([first, await heldFor(owner, hour)]).to.deep.equal([
      [1, 0],
      [1, 0],
    ]);
    const trips = node.requests.slice(asked).flat();
    expect(trips.filter(({ method }) => method === 'eth_getBlockByNumber').length).to.equal(3);
  });
});

/** A node that knows no block above that one: the latest is that one, and it answers for its state. */
function standingAt(head: string): Behaviour {
  return async (calls, forward) => {
    const asked = calls.map((call) => ({
      ...call,
      params: call.params.map((one) => (one === 'latest' ? head : one)),
    }));
    calls.forEach((call, at) => Object.assign(call, asked[at]));
    return written(calls, await forward());
  };
}
