import { nativeAddress } from '@interline/kernel';
import { bitcoinRpc } from '@interline/devnet';
import { expect } from 'chai';
import { randomInt } from 'node:crypto';
import { withBitcoind } from '../../support/with-bitcoind.ts';
import { bitcoin, type CustodyScene, custodyScene } from './custody-scene.ts';

const { signal } = new AbortController();
const draw = () => randomInt(2 ** 31);

describe('an address of ours that a thief pays in hundreds of outputs', () => {
  const node = withBitcoind();
  let scene: CustodyScene;

  beforeEach(() => {
    scene = custodyScene(node());
  });
  afterEach(() => scene.close());

  /** One transaction of so many outputs of 330 satoshis, and its block. */
  const flood = async (to: string, outputs: number): Promise<void> => {
    // CAST: what Bitcoin Core answers, here and below.
    const { scriptPubKey } = (await node().rpc('validateaddress', [to])) as {
      readonly scriptPubKey: string;
    };
    const value = Buffer.alloc(8);
    value.writeBigUInt64LE(330n);
    const count = Buffer.alloc(2);
    count.writeUInt16LE(outputs);
    const output = `${value.toString('hex')}${(scriptPubKey.length / 2).toString(16)}${scriptPubKey}`;
    const bare = `0200000000fd${count.toString('hex')}${output.repeat(outputs)}00000000`;
    const { hex } = (await node().rpc('fundrawtransaction', [bare, { fee_rate: 1.01 }, false])) as {
      readonly hex: string;
    };
    const signed = (await node().rpc('signrawtransactionwithwallet', [hex])) as {
      readonly hex: string;
    };
    await node().rpc('sendrawtransaction', [signed.hex, 0]);
    await node().mine();
  };
  const outputsAt = async (index: number) => {
    const address = scene.custody.deposits.addressOf(bitcoin, index);
    const { addresses } = await scene.custody.deposits.seenAt(
      bitcoin,
      [{ address, known: [] }],
      signal,
    );
    return addresses[0]?.outputs.length;
  };
  const take = () => scene.custody.deposits.takeIndex(bitcoin, draw, signal);
  const addressOf = (index: number) => scene.custody.deposits.addressOf(bitcoin, index);
  /** Which of the service's wallets has the address. */
  const walletOf = async (address: string): Promise<string | undefined> => {
    const names = (await node().rpc('listwallets', [])) as readonly string[];
    for (const wallet of names.filter((one) => one.startsWith('watch-')).toReversed()) {
      const { rpcUrl, user, password } = node();
      const access = { rpcUrl, user, password };
      const found = (await bitcoinRpc(access, 'getaddressinfo', [address], { wallet })) as {
        readonly ismine: boolean;
      };
      if (found.ismine) return wallet;
    }
    return undefined;
  };

  it('is in another wallet than the addresses after it, which an import would write all of that to again', async () => {
    await scene.fund(100_000n);
    const flooded = await take();
    await flood(addressOf(flooded), 300);
    // All that were watched ahead are given.
    const given = [];
    for (let more = 0; more < 40; more += 1) given.push(await take());
    const wallets = await Promise.all(given.map((index) => walletOf(addressOf(index))));
    const floodedIn = await walletOf(addressOf(flooded));

    expect(await outputsAt(flooded)).to.equal(300);
    expect(wallets.slice(0, 19)).to.deep.equal(Array(19).fill(floodedIn));
    expect(wallets.slice(19)).not.to.include(floodedIn);
    expect(new Set(given).size).to.equal(40);
    await node().pay(addressOf(given.at(-1) ?? 0), 50_000n);
    expect(await outputsAt(given.at(-1) ?? 0)).to.equal(1);
  });

  it("may be the float's own: no address of a deposit is ever watched by that wallet", async () => {
    await scene.fund(100_000n);
    const before = await walletOf(scene.account);
    await flood(scene.account, 300);
    const index = await take();

    expect(await walletOf(addressOf(index))).to.equal(`${before}-deposits-1`);
    const book = { chain: bitcoin, account: scene.account, token: nativeAddress };
    expect((await scene.custody.balances(bitcoin, [book], signal))[0]?.units).to.equal(100_000n);
  });

  it('costs no import if a new address is asked for that was watched ahead', async () => {
    await scene.custody.deposits.drawAhead(bitcoin, draw, signal);
    const before = await descriptors();
    const index = await take();
    const seen = await outputsAt(index);

    expect(before).to.equal(201);
    expect(seen).to.equal(0);
    expect(await descriptors()).to.equal(before);
  });

  it('is found again by a process after a restart, and by another one on the same node', async () => {
    const index = await take();
    await node().pay(addressOf(index), 50_000n);
    const [anew, other] = [scene.restarted(), scene.restarted()];
    const look = async (custody: CustodyScene['custody']) => {
      const watched = [{ address: addressOf(index), known: [] }];
      const { addresses } = await custody.deposits.seenAt(bitcoin, watched, signal);
      return addresses[0]?.outputs.map(({ units }) => units);
    };
    const before = await descriptors();

    expect(await Promise.all([look(anew), look(other)])).to.deep.equal([[50_000n], [50_000n]]);
    expect(await descriptors()).to.equal(before);
    const drawn = await Promise.all(
      [anew, other].map((one) => one.deposits.takeIndex(bitcoin, draw, signal)),
    );
    expect(new Set([...drawn, index]).size).to.equal(3);
  });

  /** How many addresses all wallets of this service watch, the funding address aside. */
  const descriptors = async (): Promise<number> => {
    const prefix = (await walletOf(scene.account)) ?? 'none';
    const names = (await node().rpc('listwallets', [])) as readonly string[];
    const { rpcUrl, user, password } = node();
    let all = -1;
    for (const wallet of names.filter((one) => one.startsWith(prefix))) {
      const access = { rpcUrl, user, password };
      const found = (await bitcoinRpc(access, 'listdescriptors', [], { wallet })) as {
        readonly descriptors: readonly unknown[];
      };
      all += found.descriptors.length;
    }
    return all;
  };
});
