import { bitcoinRpc, type RegtestNode } from '@interline/devnet';
import { type BitcoinNode, coreNode } from '@interline/adapters/custody/bitcoin';
import { outboundHttp } from '@interline/adapters/outbound-http';
import { asUnits, nativeAddress } from '@interline/kernel';
import type { BookedOutput, OutputId } from '@interline/ports';
import { expect } from 'chai';
import { randomBytes, randomInt } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { withBitcoind } from '../../support/with-bitcoind.ts';
import { bitcoin, type CustodyScene, custodyScene, watchedOf } from './custody-scene.ts';

const { signal } = new AbortController();

describe('two Bitcoin nodes of which one has lost its wallets', () => {
  const first = withBitcoind();
  const second = withBitcoind();
  const http = outboundHttp();
  let booked: BookedOutput[];
  let scene: CustodyScene;
  let lost: string;
  let isFirstSilent: boolean;

  beforeEach(() => {
    booked = [];
    lost = `lost-${randomBytes(4).toString('hex')}`;
    isFirstSilent = false;
    scene = custodyScene(first(), { bookedDeposits: async () => booked }, (core) => [
      moody(core),
      onSecond(lost),
    ]);
  });
  afterEach(() => scene.close());
  after(() => http.close());

  const onSecond = (wallet: string): BitcoinNode =>
    coreNode({
      ...{ chain: bitcoin, network: 'regtest', http, wallet },
      ...{ url: second().rpcUrl, user: second().user, password: second().password },
    });
  /** With a third node, which does not know the float. */
  const withThird = (): readonly BitcoinNode[] => [
    ...scene.settings.nodes.slice(0, 1),
    onSecond(lost),
    onSecond(`${lost}-third`),
  ];
  const moody = (core: BitcoinNode): BitcoinNode =>
    new Proxy(core, {
      get: (node, name) =>
        isFirstSilent
          ? () => Promise.reject(new Error('silent'))
          : (Reflect.get(node, name) as unknown),
    });
  /** What both have then; the nodes are no peers of each other. */
  const mine = async (blocks = 1): Promise<void> => {
    for (const hash of await first().mine(blocks))
      await second().rpc('submitblock', [await first().rpc('getblock', [hash, 0])]);
  };
  const hoursPass = async (hours: number): Promise<void> => {
    // CAST: Core's documented shape.
    const { time } = (await first().rpc('getblockchaininfo')) as { readonly time: number };
    for (let hour = 1; hour <= hours; hour += 1) {
      for (const node of [first(), second()]) await node.rpc('setmocktime', [time + hour * 3_600]);
      await mine(12);
    }
  };
  const look = async (
    custody: CustodyScene['custody'],
    index: number,
    known: readonly OutputId[] = [],
  ) => {
    const address = custody.deposits.addressOf(bitcoin, index);
    const { addresses } = await custody.deposits.seenAt(bitcoin, [{ address, known }], signal);
    return addresses[0]?.outputs ?? [];
  };
  const unitsBySecond = async (custody: CustodyScene['custody']) => {
    const book = { chain: bitcoin, account: scene.account, token: nativeAddress };
    const found = await custody.holdings(bitcoin, [book], { otherThan: 0 }, signal);
    return found?.balances.map(({ units }) => units);
  };
  const patiently = async <T>(ask: () => Promise<T>): Promise<T> => {
    for (let tries = 0; tries < 20; tries += 1) {
      const found = await ask().catch(() => null);
      if (found !== null) return found;
    }
    return ask();
  };
  /** A float with a payout, and a deposit that was booked, five hours ago. */
  const longAgo = async () => {
    const { custody } = scene;
    await custody.start(signal);
    const index = await custody.deposits.takeIndex(bitcoin, () => randomInt(2 ** 31), signal);
    await first().pay(custody.fundingAddress(bitcoin), 500_000n);
    await mine();
    const signed = await scene.batch([await scene.payout(scene.stranger(), 20_000n)], 0);
    await scene.send(signed);
    await first().pay(custody.deposits.addressOf(bitcoin, index), 60_000n);
    await mine();
    const outputs = await look(custody, index);
    booked.push(...outputs.map(({ tx, output }) => ({ index, tx, output })));
    await hoursPass(5);
    return { index, signed };
  };
  const loseWallets = async (): Promise<void> => {
    // CAST: Core's documented shape.
    const names = (await second().rpc('listwallets')) as readonly string[];
    for (const name of names.filter((one) => one.startsWith(lost))) {
      await call(second(), 'unloadwallet', [name]);
      rmSync(join(walletsOf(second()), name), { recursive: true });
    }
  };

  it('read from that one again what the float has, what it sent and what came, from when the other says', async () => {
    const { index, signed } = await longAgo();
    const before = await unitsBySecond(scene.custody);
    await loseWallets();
    const custody = scene.restarted();
    const after = await patiently(() => unitsBySecond(custody));
    const { transactions } = await patiently(() =>
      custody.observe(bitcoin, [watchedOf([signed])], signal),
    );
    const [output] = await patiently(() => look(custody, index));
    const refund = await custody.prepare(
      {
        ...{ kind: 'payout', purpose: 'refund', role: 'float', chain: bitcoin },
        ...{ token: nativeAddress, to: scene.stranger(), units: asUnits(50_000n), spends: booked },
      },
      signal,
      { confirmsRefusal: true },
    );

    expect(before).to.deep.equal([539_692n]);
    expect(after).to.deep.equal(before);
    expect(transactions[0]?.mined?.hash).to.equal(signed.hash);
    expect([output?.units, output?.confirmations]).to.deep.equal([60_000n, 61]);
    expect(refund.ok).to.equal(true);
  });

  it('show nothing by that one while the other does not say from when it has to read', async () => {
    await longAgo();
    await loseWallets();
    isFirstSilent = true;
    const custody = scene.restarted();
    const alone = await unitsBySecond(custody).catch((error: unknown) => error);
    isFirstSilent = false;
    const both = await patiently(() => unitsBySecond(custody));

    expect(alone).to.include({ code: 'CHAIN_UNREACHABLE' });
    expect(both).to.deep.equal([539_692n]);
  });

  it('show nothing by two of three that do not know it while the third is silent', async () => {
    await longAgo();
    await loseWallets();
    isFirstSilent = true;
    const custody = scene.restarted({ nodes: withThird() });
    const alone = await unitsBySecond(custody).catch((error: unknown) => error);
    isFirstSilent = false;
    const all = await patiently(() => unitsBySecond(custody));

    expect(alone).to.include({ code: 'CHAIN_UNREACHABLE' });
    expect(all).to.deep.equal([539_692n]);
  });

  it('take a float as new if all of three say that they do not know it', async () => {
    const custody = scene.restarted({ nodes: withThird(), seed: randomBytes(32) });
    const account = custody.account(bitcoin, 'float');
    const queue = await patiently(() => custody.queue(bitcoin, account, signal));

    expect(queue).to.deep.equal({ mined: 0, pending: 0, leastPending: 0 });
  });

  it('read it again from when it was paid first if that one loses them while the service runs', async () => {
    const { signed } = await longAgo();
    const custody = scene.restarted();
    const before = await unitsBySecond(custody);
    await loseWallets();
    const after = await patiently(() => unitsBySecond(custody));
    const { transactions } = await patiently(() =>
      custody.observe(bitcoin, [watchedOf([signed])], signal),
    );

    expect(after).to.deep.equal(before);
    expect(transactions[0]?.mined?.hash).to.equal(signed.hash);
  });
});

const call = (
  { rpcUrl, user, password }: RegtestNode,
  method: string,
  params: readonly unknown[],
): Promise<unknown> => bitcoinRpc({ rpcUrl, user, password }, method, params);

function walletsOf(node: RegtestNode): string {
  const datadir = node.process.spawnargs.find((one) => one.startsWith('-datadir=')) ?? '';
  return join(datadir.slice('-datadir='.length), 'regtest', 'wallets');
}
