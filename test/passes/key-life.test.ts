import { openStore, type Store } from '@interline/adapters/store';
import { type RsaIssuer, rsaIssuer } from '@interline/adapters/token-issuer';
import { blindMessages, finalizeAll, readPublicKey } from '@interline/client/passes';
import type { Pass } from '@interline/core/passes';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { fastFolder } from '../support/fast-folder.ts';
import { type Mint, mintOn, passOf, takeFrom } from './mint-on.ts';

const dayMs = 86_400_000;

/** The module over a real store and a real issuer, its clock in the hand of the test. */
describe('the keys of passes', () => {
  const secret = randomBytes(32);
  let folder: string;
  let opened: Store;
  let issuer: RsaIssuer;
  let clock: { ms: number };
  let mint: Mint;
  beforeEach(async () => {
    folder = mkdtempSync(join(fastFolder, 'interline-passes-'));
    opened = await openStore({ file: join(folder, 'journal.db') });
    issuer = rsaIssuer({ secret, threads: 1 });
    clock = { ms: 0 };
    mint = born();
  });
  afterEach(async () => {
    await issuer.close();
    await opened.close();
    rmSync(folder, { recursive: true });
  });

  const born = (): Mint => {
    const now = (): number => clock.ms;
    return mintOn(opened, issuer, {
      now,
      monotonic: now,
      sleep: async () => undefined,
      alarm: () => never,
    });
  };
  const keepRing = async (): Promise<void> => {
    for (const duty of mint.duties) await duty.run();
  };

  it('follow each other without a gap, of 30 days each, and one of them is current', async () => {
    const seen: unknown[] = [];
    for (const day of [0, 26, 27, 30, 57, 60]) {
      clock.ms = day * dayMs;
      await keepRing();
      const { keys, current } = await mint.describePasses();
      seen.push([day, keys.length, current?.seq]);
    }
    const { keys } = await mint.describePasses();

    expect(seen).to.deep.equal([
      [0, 1, 1],
      [26, 1, 1],
      [27, 2, 1],
      [30, 2, 2],
      [57, 3, 2],
      [60, 3, 3],
    ]);
    expect(keys.map(({ notBeforeMs, notAfterMs }) => [notBeforeMs, notAfterMs])).to.deep.equal([
      [0, 30 * dayMs],
      [30 * dayMs, 60 * dayMs],
      [60 * dayMs, 90 * dayMs],
    ]);
    expect(new Set(keys.map(({ thumb }) => thumb)).size).to.equal(3);
  });

  it('are drawn once by processes that start together', async () => {
    const rings = await Promise.all([mint, born(), born()].map((one) => one.describePasses()));

    expect(new Set(rings.map(({ keys }) => keys.map(({ thumb }) => thumb).join())).size).to.equal(
      1,
    );
    expect(rings[0]?.keys.length).to.equal(1);
  });

  it('take their passes for 365 days after their end, and then say that they are too old', async () => {
    const [first, second, third] = await takeFrom(mint, 3);
    const spend = async (pass: Pass | undefined): Promise<unknown> =>
      mint.verifyPass(pass ?? none).then(
        (verified) => mint.spendPass(verified).then(() => verified.key.seq),
        (error: unknown) => (error as { code: string }).code, // CAST: refusals have codes.
      );
    const spent: unknown[] = [];
    for (const [ms, pass] of [
      [40 * dayMs, first],
      [395 * dayMs - 1, second],
      [395 * dayMs, third],
    ] as const) {
      clock.ms = ms;
      await keepRing();
      spent.push(await spend(pass));
    }

    expect(spent).to.deep.equal([1, 1, 'PASS_EXPIRED']);
  });

  it('forget what was spent of a key a day after its passes are no longer accepted, and keep its count', async () => {
    await keepRing();
    const [pass = none] = await takeFrom(mint, 1);
    await mint.spendPass(await mint.verifyPass(pass));
    clock.ms = 3_600_000;
    await keepRing();
    const { stats } = await mint.describePasses();
    const isNew: boolean[] = [];
    for (const ms of [396 * dayMs - 1, 396 * dayMs]) {
      clock.ms = ms;
      await keepRing();
      isNew.push(await opened.run('look', (tx) => tx.passes.spendPass(1, spendIdOf(pass))));
    }

    expect([stats.issued, stats.spent]).to.deep.equal([1, 1]);
    expect((await mint.describePasses()).stats).to.include({ spent: 1 });
    expect(isNew).to.deep.equal([false, true]);
  });

  it('lose their private half a week after their end, and sign nothing any more', async () => {
    await keepRing();
    const kept: unknown[] = [];
    for (const ms of [37 * dayMs - 1, 37 * dayMs]) {
      clock.ms = ms;
      await keepRing();
      kept.push((await opened.reads.passes.sealedPassKey(1)) !== null);
    }

    expect(kept).to.deep.equal([true, false]);
  });

  it('have their passes taken by an instance whose clock is a little behind', async () => {
    clock.ms = 5_000;
    await keepRing();
    const [pass = none] = await takeFrom(mint, 1);
    clock.ms = 2_000;

    expect((await mint.verifyPass(pass)).key.seq).to.equal(1);
  });

  it('take no pass that another mint signed for the same message', async () => {
    await keepRing();
    const stranger = await issuer.createKey();
    const key = await readPublicKey(stranger.publicKey);
    const blindings = await blindMessages(key, 1);
    const signed = await issuer.blindSign(
      stranger,
      blindings.map(({ blinded }) => blinded),
    );
    const [forged] = finalizeAll(key, blindings, signed).map(passOf);

    const refused: unknown = await mint.verifyPass(forged ?? none).catch((error: unknown) => error);
    expect(refused).to.include({ code: 'PASS_INVALID' });
  });

  it('publish their counts once an hour: what happens between two of them is not shown', async () => {
    await keepRing();
    const [pass = none] = await takeFrom(mint, 1);
    const before = (await mint.describePasses()).stats;
    await mint.spendPass(await mint.verifyPass(pass));
    clock.ms = 3_599_999;
    await keepRing();
    const within = (await mint.describePasses()).stats;
    clock.ms = 3_600_000;
    await keepRing();

    expect(within).to.deep.equal(before);
    expect((await mint.describePasses()).stats).to.include({ issued: 1, spent: 1 });
  });

  it('publish no counts before the first full hour after a start: taken at once, they showed what the first minute brought', async () => {
    clock.ms = 600_000;
    const [pass = none] = await takeFrom(mint, 1);
    await mint.spendPass(await mint.verifyPass(pass));
    await keepRing();
    const first = (await mint.describePasses()).stats;
    clock.ms = 3_600_000;
    await keepRing();
    const atOne = (await mint.describePasses()).stats;
    clock.ms = 7_260_000;
    mint = born();
    await takeFrom(mint, 1);
    await keepRing();
    const restarted = (await mint.describePasses()).stats;
    clock.ms = 10_800_000;
    await keepRing();

    expect(first).to.deep.equal({ issued: 0, spent: 0 });
    expect(atOne).to.include({ issued: 1, spent: 1 });
    expect(restarted).to.include({ issued: 1, spent: 1 });
    expect((await mint.describePasses()).stats).to.include({ issued: 2, spent: 1 });
  });

  function spendIdOf({ preparedMessage }: Pass): string {
    return issuer.spendIdOf(preparedMessage);
  }
});

const never = { rang: new Promise<void>(() => undefined), cancel: () => undefined };
const none: Pass = { preparedMessage: new Uint8Array(), signature: new Uint8Array() };
