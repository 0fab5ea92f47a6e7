import { nativeAddress } from '@interline/kernel';
import { bitcoinRpc, type RegtestNode } from '@interline/devnet';
import type { OutputId } from '@interline/ports';
import { expect } from 'chai';
import { randomInt } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withBitcoind } from '../../support/with-bitcoind.ts';
import { bitcoin as chain, type CustodyScene, custodyScene } from './custody-scene.ts';

const { signal } = new AbortController();
const draw = () => randomInt(2 ** 31);

describe('the watch-only wallet of a Bitcoin node', () => {
  const bitcoin = withBitcoind();
  let scene: CustodyScene;

  beforeEach(() => {
    scene = custodyScene(bitcoin());
  });
  afterEach(() => scene.close());

  const addressOf = (index: number) => scene.custody.deposits.addressOf(chain, index);
  const look = async (index: number, known: readonly OutputId[] = []) => {
    const watched = [{ address: addressOf(index), known }];
    const { addresses } = await scene.custody.deposits.seenAt(chain, watched, signal);
    return (addresses[0]?.outputs ?? []).map(({ units, confirmations }) => [units, confirmations]);
  };
  const faultOf = (of: Promise<unknown>): Promise<unknown> =>
    of.then(
      () => null,
      (error: unknown) => error,
    );
  const floatUnits = async (): Promise<readonly bigint[]> => {
    const book = { chain, account: scene.account, token: nativeAddress };
    const readings = await scene.custody.balances(chain, [book], signal);
    return readings.map(({ units }) => units);
  };

  it('is opened again if it was unloaded, and has read the blocks between', async () => {
    await look(1);
    await unload(bitcoin(), { isDeleted: false });
    await bitcoin().pay(addressOf(1), 10_000n);
    await bitcoin().mine();
    const fault = await faultOf(look(1));

    expect(fault).to.include({ code: 'CHAIN_UNREACHABLE' });
    expect(await look(1)).to.deep.equal([[10_000n, 1]]);
  });

  it('sees an address again after the node was given an older copy of it', async () => {
    await look(1);
    const { folder, name } = await watchWallet(bitcoin());
    const copy = join(folder, 'older.dat');
    await call(bitcoin(), 'backupwallet', [copy], name);
    await look(2);
    // Between two looks, so that none fails.
    await unload(bitcoin(), { isDeleted: true });
    await call(bitcoin(), 'restorewallet', [name, copy, true]);
    rmSync(copy);
    await bitcoin().pay(addressOf(2), 20_000n);

    expect(await look(2)).to.deep.equal([[20_000n, 0]]);
  });

  it('is made again if the node has lost it, with all that was paid meanwhile and before', async () => {
    await scene.fund(500_000n);
    await scene.send(await scene.batch([await scene.payout(scene.stranger(), 20_000n)], 0));
    for (const index of [1, 2, 3]) await look(index);
    await bitcoin().pay(addressOf(1), 10_000n);
    await bitcoin().mine();
    const before = await look(1);

    await unload(bitcoin(), { isDeleted: true });
    await bitcoin().pay(addressOf(2), 20_000n);
    // Five hours later: an address that is new to a node is read for two hours back at most.
    await mineHours(bitcoin(), 5);
    const fault = await faultOf(look(2));
    const queue = await scene.custody.queue(chain, scene.account, signal);
    const meanwhile = await look(2);
    await bitcoin().pay(addressOf(3), 30_000n);
    const after = await look(3);

    expect(before).to.deep.equal([[10_000n, 1]]);
    expect(fault).to.include({ code: 'CHAIN_UNREACHABLE' });
    expect(queue).to.deep.equal({ mined: 1, pending: 1, leastPending: 1 });
    expect(meanwhile).to.deep.equal([[20_000n, 60]]);
    expect(after).to.deep.equal([[30_000n, 0]]);
    expect(await floatUnits()).to.deep.equal([479_692n]);
  });

  const patiently = async <T>(ask: () => Promise<T>): Promise<T> => {
    for (let tries = 0; tries < 20; tries += 1) {
      const found = await ask().catch(() => null);
      if (found !== null) return found;
    }
    return ask();
  };
  const seenBy = async (custody: CustodyScene['custody'], index: number) => {
    const watched = [{ address: addressOf(index), known: [] }];
    const { addresses } = await patiently(() => custody.deposits.seenAt(chain, watched, signal));
    return (addresses[0]?.outputs ?? []).map(({ units, confirmations }) => [units, confirmations]);
  };

  for (const [what, harm] of [
    ['damaged', 'its pages'],
    ['no wallet any more', 'all of it'],
    ['lost', 'deleted'],
  ] as const)
    it(`is replaced if it was ${what} while the service was stopped, with all that was paid before and meanwhile`, async () => {
      await scene.fund(500_000n);
      const index = await scene.custody.deposits.takeIndex(chain, draw, signal);
      const other = await scene.custody.deposits.takeIndex(chain, draw, signal);
      await bitcoin().pay(addressOf(index), 10_000n);
      await mineHours(bitcoin(), 5);

      const name = await harmWallet(bitcoin(), harm);
      await bitcoin().pay(addressOf(other), 20_000n);
      await mineHours(bitcoin(), 4);
      const custody = scene.restarted();
      const stopped = await custody.warnings(signal);
      const fresh = await patiently(() => custody.deposits.takeIndex(chain, draw, signal));
      await bitcoin().pay(addressOf(fresh), 30_000n);

      expect(await seenBy(custody, index)).to.deep.equal([[10_000n, 108]]);
      expect(await seenBy(custody, other)).to.deep.equal([[20_000n, 48]]);
      expect(await seenBy(custody, fresh)).to.deep.equal([[30_000n, 0]]);
      expect(scene.log.lines.filter(({ event }) => event === 'wallet-left-out')).to.have.length(
        harm === 'deleted' ? 0 : 1,
      );
      expect(stopped).to.deep.equal(harm === 'deleted' ? [] : [warningOf(name)]);
      expect(await custody.warnings(signal)).to.deep.equal(stopped);
      await takeAway(bitcoin(), name);
      expect(await custody.warnings(signal)).to.deep.equal([]);
      expect(name).to.match(/-deposits-1$/);
    });
});

const call = (
  { rpcUrl, user, password }: RegtestNode,
  method: string,
  params: readonly unknown[],
  wallet?: string,
): Promise<unknown> =>
  bitcoinRpc({ rpcUrl, user, password }, method, params, wallet === undefined ? {} : { wallet });

async function watchWallet(node: RegtestNode) {
  // CAST: Core's documented shape.
  const names = (await call(node, 'listwallets', [])) as readonly string[];
  const name = names.findLast((one) => one.startsWith('watch-')) ?? '';
  const datadir = node.process.spawnargs.find((one) => one.startsWith('-datadir=')) ?? '';
  return { name, folder: join(datadir.slice('-datadir='.length), 'regtest', 'wallets') };
}

async function unload(node: RegtestNode, { isDeleted }: { readonly isDeleted: boolean }) {
  const { name, folder } = await watchWallet(node);
  await call(node, 'unloadwallet', [name]);
  if (isDeleted) rmSync(join(folder, name), { recursive: true });
}

/** The latest wallet of deposits, as a disk may leave it. */
async function harmWallet(
  node: RegtestNode,
  harm: 'its pages' | 'all of it' | 'deleted',
): Promise<string> {
  const { name, folder } = await watchWallet(node);
  await call(node, 'unloadwallet', [name]);
  const file = join(folder, name, 'wallet.dat');
  // What a SQLite file begins with is in its first hundred bytes.
  const from = harm === 'all of it' ? 0 : 100;
  if (harm === 'deleted') rmSync(join(folder, name), { recursive: true });
  else writeFileSync(file, readFileSync(file).fill(0x5a, from));
  return name;
}

function warningOf(wallet: string): string {
  return `bitcoin node 0 cannot load its wallet ${wallet}: another one watches its addresses once it has read the blocks for them, and nothing is lost; move its folder away from the data of that node`;
}

/** The command that the operator is given; one that was deleted is there again. */
async function takeAway(node: RegtestNode, name: string): Promise<void> {
  const { folder } = await watchWallet(node);
  await call(node, 'unloadwallet', [name]).catch(() => undefined);
  rmSync(join(folder, name), { recursive: true });
}

/** Twelve blocks an hour, so that the median time of the chain is that hour's too. */
async function mineHours(node: RegtestNode, hours: number): Promise<void> {
  // CAST: Core's documented shape.
  const { time } = (await call(node, 'getblockchaininfo', [])) as { readonly time: number };
  for (let hour = 1; hour <= hours; hour += 1) {
    await call(node, 'setmocktime', [time + hour * 3_600]);
    await node.mine(12);
  }
}
