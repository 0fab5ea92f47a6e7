import { createClient } from '@interline/client';
import {
  checkMint,
  draftClaim,
  type MintCheckOptions,
  type MintPin,
  type MintView,
  takeTrial,
} from '@interline/client/passes';
import type { LogIdentity } from '@interline/ports';
import { expect } from 'chai';
import { openWatchedMint, type WatchedMint } from '../support/watched-mint.ts';

const dayMs = 86_400_000;
const start = 20_000 * dayMs;

/** An honest mint with three witnesses, and one that has its keys and shows what it likes. */
describe('what a client makes of a mint', () => {
  let honest: WatchedMint;
  let view: MintView;
  let rotated: MintView;
  let twin: WatchedMint;
  let twinView: MintView;
  before(async () => {
    honest = await openWatchedMint();
    await honest.introduce();
    await honest.keep();
    view = await viewOf(honest);
    twin = await openWatchedMint({ secret: honest.secret, identity: await identityOf(honest) });
    await twin.introduce();
    for (const mint of [honest, twin])
      for (const day of [0, 27, 30]) {
        mint.clock.ms = start + day * dayMs;
        await mint.keep();
      }
    rotated = await viewOf(honest);
    twinView = await viewOf(twin);
  });
  after(() => Promise.all([honest.close(), twin.close()]));

  const at = (day: number): number => start + day * dayMs;
  const wrongIn = async (shown: MintView, options: MintCheckOptions = {}) => {
    const check = await checkMint(shown, { nowMs: at(30), ...options });
    return check.findings.filter(({ holds }) => holds === false).map(({ what }) => what);
  };
  const pinOf = async (shown: MintView, nowMs = at(30)): Promise<MintPin> =>
    (await checkMint(shown, { nowMs })).pin;

  it('is sound if the mint is honest, from the first look on and over a rotation', async () => {
    const first = await checkMint(view, { nowMs: at(0) });
    const second = await checkMint(rotated, { nowMs: at(30), pin: first.pin });

    expect([first.isSound, second.isSound]).to.deep.equal([true, true]);
    expect([first.pin.witSeq, second.pin.witSeq]).to.deep.equal([1, 2]);
    expect(second.findings.map(({ what, holds }) => [what, holds])).to.deep.equal([
      ['identity', true],
      ['signature', true],
      ['key', true],
      ['log', true],
      ['checkpoint', true],
      ['witnesses', true],
      ['freshness', true],
      ['time', true],
      ['history', true],
    ]);
    expect(first.pin.policy.quorum).to.equal(2);
  });

  it('finds a fork: another history of the same length, and one that is longer', async () => {
    const pin = await pinOf(view, at(0));

    expect(await wrongIn(twinView, { pin })).to.deep.equal(['witnesses', 'freshness', 'history']);
    expect(await wrongIn(twinView, { pin: await pinOf(rotated) })).to.include('history');
    // With witnesses that the pin trusts in its pocket it would still be found.
    expect(await wrongIn(twinView, { pin: { ...pin, policy: policyOf(twinView) } })).to.deep.equal([
      'history',
    ]);
  });

  it('gets no honest witness to cosign the second log', async () => {
    const leaves = await twin.store.reads.passes.mintLeaves();
    const texts = leaves.map(({ text }) => text);
    const tree = honest.log.treeOf(texts);
    const { cosigned, refused } = await honest.log.cosign(await identityOf(honest), tree);

    expect([cosigned.length, refused.length]).to.deep.equal([0, 3]);
  });

  it('sees that a mint began again, under the next name with its keys or under its own name with others', async () => {
    const known = await identityOf(honest);
    const stranger = await openWatchedMint();
    const next = { ...known, origin: `${known.origin}/2` };
    const others = { ...(await identityOf(stranger)), origin: known.origin };
    await stranger.close();
    const pin = await pinOf(view, at(0));

    for (const [identity, secret] of [
      [next, honest.secret],
      [others, stranger.secret],
    ] as const) {
      const begun = await openWatchedMint({ secret, identity });
      await begun.introduce();
      await begun.keep();
      const shown = await viewOf(begun);
      const logKey = await begun.mint.mintLogKey();
      await begun.close();

      expect(await wrongIn(shown, { nowMs: at(0) })).to.deep.equal([]);
      expect(
        await wrongIn(shown, { nowMs: at(0), pin: { ...pin, policy: policyOf(shown) } }),
      ).to.deep.equal(['identity', 'history']);
      if (identity === others)
        for (const witness of honest.witnesses)
          expect(await witness.addLog(logKey).catch((error: unknown) => String(error))).to.match(
            /is watched by another key/,
          );
    }
    const { cosigned, refused } = await honest.log.cosign(next, honest.log.treeOf(['anew']));
    expect([cosigned.length, refused.length]).to.deep.equal([0, 3]);
  });

  it('finds a rollback: fewer keys than were seen', async () => {
    expect(await wrongIn(view, { pin: await pinOf(rotated), nowMs: at(1) })).to.deep.equal([
      'history',
    ]);
  });

  it('finds a key that was made just in time, by the times of the witnesses', async () => {
    const late = await openWatchedMint();
    await late.introduce();
    await late.keep();
    for (const witness of late.witnesses.slice(1)) await witness.stop();
    late.clock.ms = at(27);
    await late.keep();
    const one = late.logOf([late.settingsOf(late.witnesses[0] ?? never())]);
    late.clock.ms = at(31);
    await late.keep(late.born(undefined, { ...one, quorum: 1 }));
    late.clock.ms = at(32);
    const early = { ...(await viewOf(late)), quorum: 1 };
    await late.close();

    expect(await wrongIn(early, { nowMs: at(31.9) })).to.deep.equal(['time']);
    expect(await wrongIn(early, { nowMs: at(32) })).to.deep.equal([]);
  });

  it('finds a key that is only for one caller, in the info or in the head', async () => {
    const usedThumb = twinView.head?.thumb ?? '';

    expect(await wrongIn(rotated, { usedThumb })).to.deep.equal(['key']);
    expect(await wrongIn({ ...rotated, publicKeyJwk: twinView.publicKeyJwk })).to.deep.equal([
      'key',
    ]);
    expect(
      await wrongIn({ ...rotated, head: twinView.head, publicKeyJwk: twinView.publicKeyJwk }),
    ).to.include.members(['log', 'checkpoint']);
  });

  it('finds a signature of which one half was taken from elsewhere, or left out', async () => {
    const other = await openWatchedMint({ witnesses: 0, quorum: 0 });
    await other.keep();
    const strange = (await viewOf(other)).head?.sig;
    await other.close();
    const { head } = rotated;
    if (head === null || strange === undefined) throw new Error('no head');
    const withSig = (sig: Partial<typeof strange>): MintView => ({
      ...rotated,
      head: { ...head, sig: { ...head.sig, ...sig } },
    });
    const halves = (ed: string, ml: string): string =>
      Buffer.concat([
        Buffer.from(ed, 'base64').subarray(0, 32),
        Buffer.from(ml, 'base64').subarray(32),
      ]).toString('base64');
    const pin = await pinOf(rotated);

    for (const sig of [
      { mlSig: strange.mlSig },
      { edSig: strange.edSig },
      { mlSig: '' },
      { edSig: '' },
      { mlSig: head.sig.edSig },
    ])
      expect(await wrongIn(withSig(sig)), Object.keys(sig).join()).to.deep.equal(['signature']);
    for (const sigPub of [
      halves(head.sig.sigPub, strange.sigPub),
      halves(strange.sigPub, head.sig.sigPub),
      strange.sigPub,
      '',
    ])
      expect(await wrongIn(withSig({ sigPub }), { pin })).to.include.members([
        'identity',
        'signature',
      ]);
  });

  it('finds a leaf that was altered, left out, doubled, or put in another order', async () => {
    const [first = '', second = ''] = rotated.leaves;
    for (const leaves of [
      [first.replace('"notAfter":1', '"notAfter":2'), second],
      [first, second.replace(/"thumb":"./, '"thumb":"_')],
      [first],
      [second],
      [first, first],
      [second, first],
      [first, second, second],
      [first, `${second}\n`],
      [first, 'garbage'],
      [],
    ])
      expect(await wrongIn({ ...rotated, leaves })).to.include.members(['log', 'checkpoint']);
    const { head } = rotated;
    if (head === null) throw new Error('no head');
    for (const change of [{ thumb: `${head.thumb.slice(1)}A` }, { notBefore: 1 }, { witSeq: 1 }])
      expect(await wrongIn({ ...rotated, head: { ...head, ...change } })).to.include.members([
        'signature',
        'log',
      ]);
  });

  it('takes no cosignature that is missing, forged, of a stranger, or a week old', async () => {
    const { checkpoint, latest } = rotated;
    if (checkpoint === null || latest === null) throw new Error('no checkpoint');
    const without = (name: string, note: string): string =>
      note
        .split('\n')
        .filter((line) => !line.startsWith(`— ${name}`))
        .join('\n');
    const two = without('witness-3', checkpoint);
    const one = without('witness-2', two);

    expect(await wrongIn({ ...rotated, checkpoint: two })).to.deep.equal([]);
    expect(await wrongIn({ ...rotated, checkpoint: one })).to.deep.equal(['witnesses']);
    expect(
      await wrongIn({ ...rotated, latest: without('witness-1', without('witness-2', latest)) }),
    ).to.deep.equal(['freshness']);
    const half =
      one + (two.split('\n').filter((line) => line.startsWith('— witness-2'))[0] ?? '') + '\n';
    expect(await wrongIn({ ...rotated, checkpoint: half })).to.deep.equal(['witnesses']);
    const renamed = half.replace('— witness-2', '— witness-3');
    expect(await wrongIn({ ...rotated, checkpoint: renamed })).to.deep.equal(['witnesses']);
    expect(await wrongIn(rotated, { nowMs: at(40) })).to.deep.equal(['freshness']);
    expect(await wrongIn(rotated, { policy: policyOf(twinView) })).to.deep.equal([
      'witnesses',
      'freshness',
    ]);
    expect(await wrongIn(rotated, { nowMs: at(26) })).to.include.members(['witnesses', 'time']);
  });

  it('does not lower what it asks for because the mint does', async () => {
    const pin = await pinOf(view, at(0));
    const lower = { ...twinView, witnesses: [], quorum: 0 };

    expect(await wrongIn(lower)).to.deep.equal([]);
    expect(await wrongIn(lower, { pin })).to.deep.equal(['witnesses', 'freshness', 'history']);
    expect(await wrongIn({ ...rotated, witnesses: [], quorum: 0 }, { pin })).to.deep.equal([]);
  });

  it('reports a mint without witnesses, and a runtime that cannot verify ML-DSA', async () => {
    const { findings } = await checkMint({ ...view, witnesses: [], quorum: 0 }, { nowMs: at(0) });
    const noMlDsa = await checkMint(view, { nowMs: at(0), mlDsa: async () => false });

    expect(findings.find(({ what }) => what === 'witnesses')?.words).to.match(/^nobody watches/);
    expect(
      noMlDsa.findings.filter(({ holds }) => holds === false).map(({ what }) => what),
    ).to.deep.equal(['signature', 'witnesses', 'freshness']);
  });

  it('blinds nothing for a key that is not in the log, and keeps what it saw', async () => {
    const asked: string[] = [];
    const serving = (info: MintView, shown: MintView) => ({
      call: ((name: string) => {
        asked.push(name);
        if (name === 'GET /api/plus/info')
          return Promise.resolve({
            enabled: true,
            ring: { keys: [{ seq: 2, current: true }] },
            tokens: { publicKeyJwk: info.publicKeyJwk },
          });
        if (name === 'GET /api/plus/mint-head') return Promise.resolve(shown);
        return Promise.reject(new Error('blinded values came'));
      }) as unknown as ReturnType<typeof createClient>['call'], // CAST: the three that are asked.
    });
    let kept: MintPin | null = null;
    const pins = {
      read: async () => kept,
      write: async (pin: MintPin) => {
        kept = pin;
      },
    };
    const outcome = (info: MintView, shown: MintView, second?: MintView) =>
      takeTrial(serving(info, shown), 1, {
        pins,
        nowMs: at(30),
        ...(second === undefined ? {} : { second: serving(second, second) }),
      }).catch((error: unknown) => String(error));

    expect(await outcome(rotated, rotated)).to.match(/blinded values came/);
    expect(kept).to.deep.include({ witSeq: 2 });
    const before = asked.length;
    expect(await outcome(twinView, rotated)).to.match(/may be for you alone/);
    const drafted = await draftClaim(serving(twinView, rotated), 'inv_1', 1, {
      pins,
      nowMs: at(30),
    }).catch((error: unknown) => String(error));
    expect(drafted).to.match(/may be for you alone/);
    expect(await outcome(twinView, twinView)).to.match(/two logs/);
    expect(await outcome(rotated, rotated, twinView)).to.match(/tells callers apart/);
    expect(asked.slice(before)).to.not.include('POST /api/plus/trial');
    expect(await outcome(rotated, rotated, rotated)).to.match(/blinded values came/);
  });
});

async function viewOf({ mint }: WatchedMint): Promise<MintView> {
  const facts = await mint.describeMint();
  if (facts?.shown == null) throw new Error('the mint shows no head');
  const { origin, logKey, witnesses, quorum, shown } = facts;
  const { key, ...shownParts } = shown;
  return {
    origin,
    logKey,
    ...shownParts,
    publicKeyJwk: key.publicKey,
    witnesses: witnesses.flatMap(({ name, vkeys }) => vkeys.map((vkey) => ({ name, vkey }))),
    quorum,
  };
}

function policyOf({ witnesses, quorum }: MintView) {
  return { witnesses: witnesses.map(({ vkey }) => vkey), quorum };
}

async function identityOf({ mint, store }: WatchedMint): Promise<LogIdentity> {
  await mint.mintLogKey();
  const identity = await store.reads.logs.identity();
  if (identity === null) throw new Error('no log');
  return identity;
}

function never(): never {
  throw new Error('three witnesses');
}
