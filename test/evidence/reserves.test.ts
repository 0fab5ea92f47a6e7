import { sumTrees } from '@interline/adapters/liability-tree';
import {
  checkLiability,
  checkReceipt,
  checkReserves,
  type ShownLiability,
} from '@interline/client/evidence';
import { asAddress, asUnits, chainRef } from '@interline/kernel';
import { expect } from 'chai';
import fc from 'fast-check';
import { createHash } from 'node:crypto';
import { type EvidenceScene, openEvidenceScene } from './evidence-scene.ts';

const base = chainRef('eip155:8453');
const usdc = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913';
const float = asAddress('0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed');

interface Reserves {
  readonly epoch: string;
  readonly sumRoot: string;
  readonly assets: readonly {
    readonly chain: number;
    readonly token: string;
    readonly holdings: readonly { readonly units: string }[];
    readonly liabilities: { readonly owedToPayers: string; readonly refundsHeld: string };
    readonly surplus: string;
    readonly sumTree: { readonly hash: string; readonly sum: string };
  }[];
}

describe('the reserves of a day', () => {
  let scene: EvidenceScene;
  beforeEach(async () => {
    scene = await openEvidenceScene();
    await scene.store.run('books', async ({ books }) => {
      for (const [routeId, units] of [
        ['rt_one', 1_000_001n],
        ['rt_two', 25_000_000n],
      ] as const)
        await books.putLiability({
          routeId,
          book: { chain: base, account: float, token: usdc },
          to: float,
          units: asUnits(units),
          reason: 'the payer is blocked',
          sinceMs: scene.clock.ms,
        });
      await books.putCheck({
        book: { chain: base, account: float, token: usdc },
        units: asUnits(100_000_000n),
        block: 7,
        blockHash: `0x${'07'.repeat(32)}`,
        deficit: asUnits(0n),
        appeared: null,
        goodBlock: 7,
        atMs: scene.clock.ms,
      });
    });
    await publish();
  });
  afterEach(() => scene.close());

  const publish = async () => {
    await scene.evidence.duties.find(({ name }) => name === 'reserves')?.run();
  };
  const signed = async (): Promise<Reserves> => {
    const { jws } = await scene.evidence.reserves(null);
    const keys = await scene.evidence.receiptKeys();
    return scene.signer.verify(jws, 'interline-reserves+jwt', keys) as Reserves; // CAST: judged below.
  };
  const shown = async (routeId: string): Promise<ShownLiability> => {
    const { units, salt, place, path } = await scene.evidence.liability(routeId);
    return {
      routeId,
      amount: units.toString(),
      salt,
      place,
      path: path.map((node) => ({ hash: node.hash, sum: node.units.toString() })),
    };
  };

  it('say what is held and owed in each asset, signed once a day', async () => {
    const first = await signed();
    scene.clock.ms += 3_600_000;
    await publish();
    const again = await scene.evidence.reserves(null);
    scene.clock.ms += 86_400_000;
    await publish();

    expect(first.epoch).to.equal('2026-11-23');
    expect(
      first.assets.map(({ chain, token, holdings, liabilities, surplus }) => [
        chain,
        token,
        holdings.map(({ units }) => units),
        liabilities,
        surplus,
      ]),
    ).to.deep.equal([
      [
        8453,
        usdc,
        ['100000000'],
        { owedToPayers: '0', refundsHeld: '26000001', passesUnclaimed: '0' },
        '100000000',
      ],
    ]);
    expect(again.epoch).to.equal('2026-11-23');
    expect((await scene.evidence.reserves(null)).epoch).to.equal('2026-11-24');
    const roots = first.assets.map(({ chain, token, sumTree: tree }) => [chain, token, tree]);
    expect(first.sumRoot).to.equal(
      createHash('sha256').update(JSON.stringify(roots)).digest('hex'),
    );
  });

  it('stay those of the day that it surely is, under a clock that is 400 days ahead', async () => {
    const sureMs = scene.clock.ms;
    const ahead = await openEvidenceScene({ store: scene.store, sureMs: () => sureMs });
    ahead.clock.ms += 400 * 86_400_000;
    await ahead.evidence.duties.find(({ name }) => name === 'reserves')?.run();

    expect((await scene.evidence.reserves(null)).epoch).to.equal('2026-11-23');
  });

  it('wait for a key that cannot be asked until six in the morning, and go out without its proof then', async () => {
    let asked = 0;
    const waiting = await openEvidenceScene({
      store: scene.store,
      addressProofs: {
        prove: async () => {
          asked += 1;
          throw new Error('the KMS is away');
        },
      },
    });
    const reserves = waiting.evidence.duties.find(({ name }) => name === 'reserves');
    waiting.clock.ms = Date.UTC(2026, 10, 24, 5, 59, 59, 999);
    const early = await reserves?.run().catch(({ message }: Error) => message);
    const before = (await waiting.evidence.reserves(null)).epoch;
    waiting.clock.ms += 1;
    await reserves?.run();

    expect([early, before, asked]).to.deep.equal(['the KMS is away', '2026-11-23', 2]);
    const { jws, epoch } = await waiting.evidence.reserves(null);
    const keys = await waiting.evidence.receiptKeys();
    const { addresses } = waiting.signer.verify(jws, 'interline-reserves+jwt', keys) as {
      readonly addresses: readonly { readonly proof: string | null }[];
    }; // CAST: judged below.
    expect([epoch, addresses.map(({ proof }) => proof)]).to.deep.equal(['2026-11-24', [null]]);
  });

  it('count the refund that is held for a route, which its payer checks', async () => {
    const [asset] = (await signed()).assets;
    for (const id of ['rt_one', 'rt_two'])
      await checkLiability(await shown(id), asset?.sumTree ?? { hash: '', sum: '' });
    const others = await Promise.all(
      ['rt_three', 'rt_on', ''].map((id) => shown(id).catch((error: unknown) => codeOf(error))),
    );

    const why = await shown('rt_three').catch((error: unknown) => (error as Error).message); // CAST: it throws errors.

    expect(others).to.deep.equal(['UNKNOWN_RECORD', 'UNKNOWN_RECORD', 'UNKNOWN_RECORD']);
    expect(why).to.equal('no refund of this route was held when the last reserves were signed');
  });

  it('are a leaf of the log', async () => {
    const { jws, proof } = await scene.evidence.reserves('2026-11-23');
    await scene.tick();
    const after = await scene.evidence.reserves('2026-11-23');
    const entries = await scene.store.reads.evidence.entries(0, 100);

    expect([proof, after.jws]).to.deep.equal([null, jws]);
    expect(entries[after.index ?? -1]).to.deep.equal({
      kind: 'reserves',
      hash: createHash('sha256').update(jws).digest('hex'),
    });
    expect(after.proof).to.match(/^c2sp\.org\/tlog-proof@v1\nindex [0-3]\n/);
  });

  it('are checked by the client, and refused if they are changed, or shown as a receipt', async () => {
    await scene.tick();
    const { jws, proof } = await scene.evidence.reserves(null);
    const keys = (await scene.evidence.receiptKeys()).map(({ kid, x }) => ({ kid, x }));
    const trust = { keys, vkey: await scene.evidence.logKey() };
    const verdictOf = (checking: Promise<unknown>) =>
      checking.then(
        () => 'good',
        (error: unknown) => (error as Error).message, // CAST: it throws errors.
      );
    const [head = '', , signature = ''] = jws.split('.');
    const other = Buffer.from('{"epoch":"2026-11-23","assets":[]}').toString('base64url');
    const index = /index ([0-9]+)/.exec(proof ?? '')?.[1];

    const { claims, logged } = await checkReserves({ jws, proof }, trust);

    expect([claims['epoch'], logged?.index]).to.deep.equal(['2026-11-23', Number(index)]);
    expect([
      await verdictOf(checkReserves({ jws: `${head}.${other}.${signature}`, proof }, trust)),
      await verdictOf(
        checkReserves({ jws, proof: proof?.replace(/index [0-9]+/, 'index 99') ?? null }, trust),
      ),
      await verdictOf(checkReceipt({ jws, proof, salt: '' }, trust)),
    ]).to.deep.equal([
      'the signature does not verify',
      'the proof does not lead from these reserves to the root of the log',
      'this is no receipt: its type is interline-reserves+jwt, signed by EdDSA',
    ]);
  });

  it('refuse every amount, salt, place and node that was tampered with, 3,000 times', async function () {
    this.timeout(60_000);
    const good = await shown('rt_two');
    const root = (await signed()).assets[0]?.sumTree ?? { hash: '', sum: '' };
    const hex = fc.constantFrom(...'0123456789abcdef');
    const tampering = fc.oneof(
      fc.bigInt({ min: 0n, max: 2n ** 256n }).map((to) => ({ ...good, amount: to.toString() })),
      fc
        .tuple(fc.nat({ max: 63 }), hex)
        .map(([at, to]) => ({ ...good, salt: put(good.salt, at, to) })),
      fc.integer({ min: -1, max: 300 }).map((place) => ({ ...good, place })),
      fc.constantFrom('rt_one', 'rt_', 'rt_two0').map((routeId) => ({ ...good, routeId })),
      fc
        .tuple(fc.nat({ max: good.path.length - 1 }), fc.nat({ max: 63 }), hex)
        .map(([level, at, to]) =>
          inPath(good, level, (node) => ({ ...node, hash: put(node.hash, at, to) })),
        ),
      fc
        .tuple(fc.nat({ max: good.path.length - 1 }), fc.bigInt({ min: 0n, max: 2n ** 256n }))
        .map(([level, to]) => inPath(good, level, (node) => ({ ...node, sum: to.toString() }))),
      // What is taken from one node is given to another, so that the total stays.
      fc.bigInt({ min: 1n, max: 1_000_000n }).map((units) => ({
        ...inPath(good, 0, (node) => ({ ...node, sum: (BigInt(node.sum) + units).toString() })),
        amount: (BigInt(good.amount) - units).toString(),
      })),
      fc.nat({ max: good.path.length - 1 }).map((level) => ({
        ...good,
        path: good.path.filter((_, at) => at !== level),
      })),
    );
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(tampering, async (one) => {
        fc.pre(JSON.stringify(one) !== JSON.stringify(good));
        const verdict = await checkLiability(one, root).then(
          () => 'counted',
          (error: unknown) => (error as Error).name, // CAST: it throws errors.
        );
        expect(verdict).to.equal('ReceiptError');
        refused += 1;
      }),
      { numRuns: 3_000, seed: 1 },
    );
    await checkLiability(good, root);
    expect(refused).to.equal(3_000);
  });

  it('are not signed if a sum would not fit into 256 bits', async () => {
    const leaf = (units: bigint) => ({ routeId: 'rt_1', units, salt: '00'.repeat(32) });

    expect((await sumTrees.treeOf([leaf(2n ** 256n - 1n)])).root.units).to.equal(2n ** 256n - 1n);
    for (const leaves of [[leaf(2n ** 256n)], [leaf(2n ** 256n - 1n), leaf(1n)], [leaf(-1n)]])
      expect(await sumTrees.treeOf(leaves).catch((error: unknown) => error)).to.be.instanceOf(
        RangeError,
      );
  });

  it('hide how many refunds are held among 256 leaves and more', async () => {
    const depthOf = async (count: number): Promise<number> => {
      const leaf = (at: number) => ({ routeId: `rt_${at}`, units: 1n, salt: '00'.repeat(32) });
      const tree = await sumTrees.treeOf(Array.from({ length: count }, (_, at) => leaf(at)));
      return tree.pathOf(0).length;
    };

    expect(await Promise.all([1, 256, 257].map(depthOf))).to.deep.equal([8, 8, 9]);
  });

  it('are hashed once a day, however many payers look', async () => {
    let hashed = 0;
    const counting = await openEvidenceScene({
      store: scene.store,
      liabilityTrees: {
        async treeOf(leaves) {
          hashed += 1;
          return sumTrees.treeOf(leaves);
        },
      },
    });

    const looks = ['rt_one', 'rt_two', 'rt_one'].map((id) => counting.evidence.liability(id));

    expect((await Promise.all(looks)).map(({ path }) => path.length)).to.deep.equal([8, 8, 8]);
    expect(hashed).to.equal(1);
  });
});

function put(text: string, at: number, to: string): string {
  return `${text.slice(0, at)}${to}${text.slice(at + 1)}`;
}

function inPath(
  shown: ShownLiability,
  level: number,
  change: (node: ShownLiability['path'][number]) => ShownLiability['path'][number],
): ShownLiability {
  return { ...shown, path: shown.path.map((node, at) => (at === level ? change(node) : node)) };
}

function codeOf(error: unknown): unknown {
  return (error as { code?: unknown }).code ?? error; // CAST: refusals have codes.
}
