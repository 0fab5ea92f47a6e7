import { startWitness } from '@interline/witness';
import type { WitnessSettings } from '@interline/adapters/transparency-log';
import type { TransparencyLogPort } from '@interline/ports';
import { expect } from 'chai';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openWatchedMint, type WatchedMint } from '../support/watched-mint.ts';
import { passesOfMint, spendWith } from '../support/mint-passes.ts';

const dayMs = 86_400_000;

describe('the mint, whose keys are witnessed', () => {
  let watched: WatchedMint;
  const servers: Server[] = [];
  beforeEach(async () => {
    watched = await openWatchedMint();
  });
  afterEach(async () => {
    for (const server of servers.splice(0)) server.close();
    await watched.close();
  });

  const start = 20_000 * dayMs;
  const at = async (day: number, mint = watched.mint): Promise<void> => {
    watched.clock.ms = start + day * dayMs;
    await watched.keep(mint);
  };
  const facts = async (mint = watched.mint) => {
    const { keys, current, mint: log } = await mint.describePasses();
    return { keys: keys.length, current: current?.seq ?? null, refused: log.refused };
  };
  const stop = async (count: number): Promise<void> => {
    for (const witness of watched.witnesses.slice(0, count)) await witness.stop();
  };

  it('signs nothing before enough witnesses have seen its first key, and then at once', async () => {
    await at(0);
    const before = await facts();
    const refusal = await passesOfMint(watched.mint, 1).catch((error: unknown) => error);
    const head = await watched.mint.describeMint();
    await watched.introduce();
    await at(0.001);

    expect(before).to.deep.equal({ keys: 0, current: null, refused: 1 });
    expect(refusal).to.include({ code: 'MINT_ROTATION_UNWITNESSED' });
    expect(head).to.deep.include({ shown: null, quorum: 2 });
    expect(await facts()).to.deep.equal({ keys: 1, current: 1, refused: 1 });
    expect((await passesOfMint(watched.mint, 3)).length).to.equal(3);
  });

  it('has one request wait for its first witnesses, and its duty ask them again', async () => {
    let asked = 0;
    const counting = watched.born(undefined, {
      ...watched.log,
      cosign: (...tree) => {
        asked += 1;
        return watched.log.cosign(...tree);
      },
    });
    const askedThen: number[] = [];
    for (const seconds of [0, 10, 20]) {
      watched.clock.ms = start + seconds * 1_000;
      await Promise.all([counting.describePasses(), counting.describeMint()]);
      askedThen.push(asked);
    }
    await watched.keep(counting);

    expect([...askedThen, asked]).to.deep.equal([1, 1, 1, 2]);
  });

  it('rotates with two of three, and announces the next key before its time', async () => {
    await begin();
    await stop(1);
    const seen: unknown[] = [];
    for (const day of [26, 27, 29.9, 30]) {
      await at(day);
      seen.push([day, await facts()]);
    }

    expect(seen).to.deep.equal([
      [26, { keys: 1, current: 1, refused: 0 }],
      [27, { keys: 2, current: 1, refused: 0 }],
      [29.9, { keys: 2, current: 1, refused: 0 }],
      [30, { keys: 2, current: 2, refused: 0 }],
    ]);
  });

  it('refuses every rotation that too few witness, signs nothing then, and goes on to redeem', async () => {
    await begin();
    const passes = await passesOfMint(watched.mint, 2);
    await stop(2);
    const seen: unknown[] = [];
    for (const day of [27, 28, 29.99, 30, 45]) {
      await at(day);
      const { keys, current } = await facts();
      seen.push([day, keys, current]);
    }
    const { refused } = await facts();
    const refusals = await Promise.all(
      Array.from({ length: 100 }, () =>
        passesOfMint(watched.mint, 1).catch((error: { code: string }) => error.code),
      ),
    );

    expect(seen).to.deep.equal([
      [27, 1, 1],
      [28, 1, 1],
      [29.99, 1, 1],
      [30, 1, null],
      [45, 1, null],
    ]);
    expect(refused).to.equal(5);
    expect(new Set(refusals)).to.deep.equal(new Set(['MINT_ROTATION_UNWITNESSED']));
    expect(await spendWith(watched.mint, passes)).to.deep.equal([1, 1]);
  });

  it('shows the witnesses the same leaf until they take it, and then lets a day pass', async () => {
    await begin();
    await stop(2);
    await at(27);
    const [, refusedLeaf] = await watched.store.reads.passes.mintLeaves();
    const twins = await Promise.all(
      watched.witnesses.slice(0, 2).map((witness) =>
        startWitness({
          folder: watched.folderOf(witness),
          name: witness.name,
          now: () => Math.floor(watched.clock.ms / 1_000),
        }),
      ),
    );
    const again = watched.born([...twins, ...watched.witnesses.slice(2)].map(watched.settingsOf));
    await at(29.5, again);
    const late = [await facts(again)];
    for (const day of [30, 30.49, 30.5]) {
      await at(day, again);
      late.push(await facts(again));
    }
    const leaves = await watched.store.reads.passes.mintLeaves();
    await Promise.all(twins.map((twin) => twin.stop()));

    expect(late.map(({ keys, current }) => [keys, current])).to.deep.equal([
      [2, 1],
      [2, null],
      [2, null],
      [2, 2],
    ]);
    expect(leaves.length).to.equal(2);
    expect(leaves[1]?.text).to.equal(refusedLeaf?.text);
  });

  it('is looked at while two keys wait for witnesses, and both are published once these are back', async () => {
    await begin();
    await stop(2);
    for (const day of [27, 57]) await at(day);
    const waiting = await published();
    const twins = await Promise.all(
      watched.witnesses.slice(0, 2).map((witness) =>
        startWitness({
          folder: watched.folderOf(witness),
          name: witness.name,
          now: () => Math.floor(watched.clock.ms / 1_000),
        }),
      ),
    );
    const again = watched.born([...twins, ...watched.witnesses.slice(2)].map(watched.settingsOf));
    watched.clock.ms = start + 58 * dayMs;
    const seen = await again.lookAtWitnesses();
    await watched.keep(again);
    await Promise.all(twins.map((twin) => twin.stop()));

    expect(waiting).to.deep.equal([true, false, false]);
    expect(seen).to.deep.equal({ named: 3, cosigning: 3 });
    expect(await published()).to.deep.equal([true, true, true]);
  });

  it('does not count a witness that lies: wrong signatures, another tree, another time, nonsense', async () => {
    const [honest, second, third] = watched.witnesses.map(watched.settingsOf);
    if (honest === undefined || second === undefined || third === undefined) throw new Error('3');
    await begin();
    const lies: readonly ((body: string) => Promise<readonly [number, string]>)[] = [
      async () => [200, '— witness-2.example AAAAAAAAAAAAAAAA\n'],
      async () => [200, ''],
      async () => [200, 'x'.repeat(100_000)],
      async () => [409, 'many\n'],
      async () => [409, '7\n'],
      async () => [500, ''],
      // The first one's cosignature under the second's name.
      async (body) => [200, (await relayed(honest, body)).replaceAll('witness-1', 'witness-2')],
    ];
    for (const lie of lies) {
      const liar = await lyingWitness(lie);
      const mint = watched.born([honest, { ...second, url: liar }, { ...third, url: liar }]);
      watched.clock.ms += 700_000;
      const { cosigned, refused } = await watched
        .logOf([{ ...second, url: liar }])
        .cosign(...(await treeOf()));
      expect([cosigned.length, refused.length], String(lie)).to.deep.equal([0, 1]);
      expect((await facts(mint)).current).to.equal(1);
    }
    const fast = await startWitness({
      folder: watched.folderOf(watched.witnesses[1]),
      name: 'witness-2.example',
      now: () => Math.floor(watched.clock.ms / 1_000) - 90_000,
    });
    const { refused } = await watched.logOf([watched.settingsOf(fast)]).cosign(...(await treeOf()));
    await fast.stop();

    expect(refused[0]?.why).to.match(/is not the time/);
  });

  it('draws one key and publishes one head, of two processes that rotate at once', async () => {
    await begin();
    const others = [watched.born(), watched.born(), watched.born()];
    watched.clock.ms = start + 27 * dayMs;
    await Promise.all([watched.mint, ...others].map((one) => watched.keep(one)));
    const leaves = await watched.store.reads.passes.mintLeaves();
    const rings = await Promise.all(others.map((one) => one.describeMint()));

    expect(leaves.map(({ seq, published }) => [seq, published !== null])).to.deep.equal([
      [1, true],
      [2, true],
    ]);
    expect(new Set(rings.map((one) => JSON.stringify(one))).size).to.equal(1);
    expect((await facts()).refused).to.equal(0);
  });

  it('takes a rotation up where a process died: after the leaf, after the witnesses, never twice', async () => {
    await begin();
    const dying = (step: keyof TransparencyLogPort): TransparencyLogPort => ({
      ...watched.log,
      [step]: () => {
        throw new Error('killed');
      },
    });
    watched.clock.ms = start + 27 * dayMs;
    for (const step of ['cosign', 'signHead'] as const)
      expect(await watched.keep(watched.born(undefined, dying(step))).catch(String)).to.match(
        /killed/,
      );
    const [, open] = await watched.store.reads.passes.mintLeaves();
    await watched.keep();
    const leaves = await watched.store.reads.passes.mintLeaves();

    expect(open?.published).to.equal(null);
    expect(leaves.length).to.equal(2);
    expect(leaves[1]?.text).to.equal(open?.text);
    expect(await facts()).to.deep.equal({ keys: 2, current: 1, refused: 0 });
  });

  it('is refused by every witness after its store lost a leaf: the key it draws then would be a fork', async () => {
    await begin();
    await at(27);
    const [identity] = await treeOf();
    const forked = ['another first leaf', 'another second leaf'];
    const treeOfFork = (...leaves: readonly string[]) => watched.log.treeOf(leaves);
    const shorter = await watched.log.cosign(identity, treeOfFork(...forked.slice(0, 1)));
    const same = await watched.log.cosign(identity, treeOfFork(...forked));
    const longer = await watched.log.cosign(identity, treeOfFork(...forked, 'third'));

    expect([shorter, same, longer].map(({ cosigned }) => cosigned.length)).to.deep.equal([0, 0, 0]);
    expect(shorter.refused[0]?.why).to.match(/has seen 2 leaves/);
  });

  it('says nothing of a witness whose answer its own stop cut off', async () => {
    await begin();
    const asked = Promise.withResolvers<void>();
    const silent = await lyingWitness(async () => {
      asked.resolve();
      return new Promise(() => undefined);
    });
    const [first] = watched.witnesses.map(watched.settingsOf);
    if (first === undefined) throw new Error('no witness');
    const cosigning = watched
      .logOf([{ ...first, url: silent }])
      .cosign(...(await treeOf()))
      .then(String, (error: Error) => error.name);
    await asked.promise;
    watched.stop();

    expect(await cosigning).to.equal('AbortError');
  });

  it('has its newest checkpoint cosigned every day, and keeps the one that a head was published with', async () => {
    await begin();
    const first = await watched.mint.describeMint();
    await at(0.5);
    const early = await watched.mint.describeMint();
    await at(1);
    const later = await watched.mint.describeMint();

    expect(early?.shown?.latest).to.equal(first?.shown?.checkpoint);
    expect(later?.shown?.checkpoint).to.equal(first?.shown?.checkpoint);
    expect(later?.shown?.latest).to.not.equal(first?.shown?.latest);
  });

  async function begin(): Promise<void> {
    await watched.introduce();
    await at(0);
    expect(await facts()).to.deep.equal({ keys: 1, current: 1, refused: 0 });
  }

  async function published(): Promise<readonly boolean[]> {
    const leaves = await watched.store.reads.passes.mintLeaves();
    return leaves.map((leaf) => leaf.published !== null);
  }

  async function treeOf() {
    const identity = await watched.store.reads.logs.identity();
    if (identity === null) throw new Error('no log');
    const leaves = await watched.store.reads.passes.mintLeaves();
    return [identity, watched.log.treeOf(leaves.map(({ text }) => text))] as const;
  }

  async function lyingWitness(
    lie: (body: string) => Promise<readonly [number, string]>,
  ): Promise<string> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        void lie(Buffer.concat(chunks).toString()).then(([status, body]) =>
          response.writeHead(status).end(body),
        );
      });
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // CAST: it listens on TCP.
  }

  async function relayed({ url }: WitnessSettings, body: string): Promise<string> {
    const answer = await fetch(`${url}/add-checkpoint`, { method: 'POST', body });
    return answer.text();
  }
});
