import { RSABSSA } from '@cloudflare/blindrsa-ts';
import { openStore } from '@interline/adapters/store';
import { rsaIssuer } from '@interline/adapters/token-issuer';
import { blindMessages, finalizeAll, readPublicKey } from '@interline/client/passes';
import { execFile } from 'node:child_process';
import {
  constants,
  generateKeyPairSync,
  privateDecrypt,
  publicEncrypt,
  randomBytes,
  type webcrypto,
} from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { PassRow } from './pass-table.ts';

const batch = 100;

export interface PassPlan {
  readonly readings: number;
  /** Turns of the two that are held against each other, of a batch each; even. */
  readonly turns: number;
}

interface Measure {
  readonly name: string;
  /** Does that many of it; answers how many. */
  readonly run: () => Promise<number>;
}

/**
 * Each in turn, several times, so that a busy moment of the machine falls on all of them.
 *
 * A signature takes 0.94 of raw RSA's rate with its check alone, by the same two calls of OpenSSL; what
 * is below that is the way into the thread that signs, and back. Under Node 24 an RSA key is given with
 * its options on itself: from an object around it Node tells a key by two exceptions, 8 to 10 us a call.
 *
 * The check stays one for each value. Over the product of a batch it would be cheaper, and blind to a
 * lasting fault: of a value and its inverse the two errors cancel out, and either signature tells the key.
 */
export async function measurePasses({ readings, turns }: PassPlan): Promise<readonly PassRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'interline-bench-passes-'));
  const issuer = rsaIssuer({ secret: randomBytes(32), threads: 1 });
  const store = await openStore({ file: join(folder, 'journal.db') });
  try {
    const mint = await issuer.createKey();
    const key = await readPublicKey(mint.publicKey);
    const blindings = await blindMessages(key, batch);
    const blinded = blindings.map((one) => one.blinded);
    const signed = await issuer.blindSign(mint, blinded);
    const passes = finalizeAll(key, blindings, signed);
    const messages = passes.map(({ preparedMsg }) => Buffer.from(preparedMsg, 'base64'));
    const signatures = passes.map(({ sig }) => Buffer.from(sig, 'base64'));
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
    const padding = constants.RSA_NO_PADDING;
    // As the issuer's own: the options on the key itself, which Node takes without a detour.
    const signing = Object.assign(privateKey, { padding });
    const checking = Object.assign(publicKey, { padding });
    const raw = blinded.map((value) => Buffer.from(value).fill(0, 0, 1));
    const foreign = RSABSSA.SHA384.PSS.Randomized({ supportsRSARAW: false });
    const pair = (await RSABSSA.SHA384.generateKey({
      modulusLength: 2_048,
      publicExponent: Uint8Array.of(1, 0, 1),
    })) as webcrypto.CryptoKeyPair; // CAST: the library's types want the DOM's.
    const [one = new Uint8Array()] = raw;

    const bare: Measure = {
      name: 'raw',
      async run() {
        for (const value of raw) privateDecrypt(signing, value);
        return batch;
      },
    };
    const checked: Measure = {
      name: 'checked',
      async run() {
        for (const value of raw) publicEncrypt(checking, privateDecrypt(signing, value));
        return batch;
      },
    };
    const bareCheck: Measure = {
      name: 'raw check',
      async run() {
        for (const value of raw) publicEncrypt(checking, value);
        return batch;
      },
    };
    const sign: Measure = {
      name: 'sign',
      run: async () => (await issuer.blindSign(mint, blinded)).length,
    };
    const verify: Measure = {
      name: 'verify',
      async run() {
        let good = 0;
        for (const [at, message] of messages.entries())
          good += issuer.verify(mint.publicKey, message, signatures[at] ?? message) ? 1 : 0;
        return good;
      },
    };
    const blind: Measure = {
      name: 'blind',
      run: async () => (await blindMessages(key, batch)).length,
    };
    const finalize: Measure = {
      name: 'finalize',
      run: async () => finalizeAll(key, blindings, signed).length,
    };
    const best = await bestOf(readings, [
      bare,
      bareCheck,
      checked,
      sign,
      verify,
      blind,
      finalize,
      {
        name: 'foreign',
        async run() {
          await foreign.blindSign(pair.privateKey, one);
          return 1;
        },
      },
    ]);
    const burns = await bestWallClock(readings, async () => {
      const ids = Array.from({ length: 2_000 }, () => randomBytes(32).toString('hex'));
      await Promise.all(
        ids.map((id) => store.run('spend-pass', ({ passes: spent }) => spent.spendPass(1, id))),
      );
      return ids.length;
    });
    const openssl = await opensslSpeed();
    const rate = (name: string): number => best.get(name) ?? 0;
    const beside = (name: string, of: number | undefined): number | null =>
      of === undefined ? null : rate(name) / of;
    return [
      ...(openssl === null
        ? []
        : [
            row("openssl speed of the machine's own, signing", openssl.signs),
            row("openssl speed of the machine's own, verifying", openssl.verifies),
          ]),
      row('raw RSA of this OpenSSL', rate('raw'), beside('raw', openssl?.signs)),
      row('its public half', rate('raw check'), beside('raw check', openssl?.verifies)),
      row('raw RSA and its check, of this OpenSSL', rate('checked'), rate('checked') / rate('raw')),
      against(
        'blind signature, with its check',
        rate('sign'),
        await medianRatio(turns, bare, sign),
        0.9,
        'raw RSA',
      ),
      against(
        "beside OpenSSL's own two calls",
        rate('sign'),
        await medianRatio(turns, checked, sign),
        0.94,
        'raw RSA and its check',
      ),
      row(
        'blind signature of @cloudflare/blindrsa-ts',
        rate('foreign'),
        rate('foreign') / rate('raw'),
      ),
      against(
        'verification of a pass',
        rate('verify'),
        await medianRatio(turns, bareCheck, verify),
        0.75,
        'the public half',
      ),
      against(
        'blinding, under Node',
        rate('blind'),
        await medianRatio(turns, bareCheck, blind),
        0.2,
        'the public half',
      ),
      against(
        'finalizing, under Node',
        rate('finalize'),
        await medianRatio(turns, bareCheck, finalize),
        0.45,
        'the public half',
      ),
      row('passes spent, durably, by the clock', burns),
    ];
  } finally {
    await store.close();
    await issuer.close();
    await rm(folder, { recursive: true });
  }
}

function row(what: string, perSecond: number, ratio: number | null = null): PassRow {
  return { what, perSecond, ratio, goal: '', isMet: null };
}

function against(
  what: string,
  perSecond: number,
  ratio: number,
  least: number,
  name: string,
): PassRow {
  return { what, perSecond, ratio, goal: `at least ${least} of ${name}`, isMet: ratio >= least };
}

/**
 * How fast the second is beside the first. Their turns follow each other within a tenth of a second,
 * so what else the machine does meets both, and the median leaves out what met only one.
 */
async function medianRatio(turns: number, first: Measure, second: Measure): Promise<number> {
  const ratios: number[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const base = await cpuOf(first);
    ratios.push(base / (await cpuOf(second)));
  }
  return ratios.sort((one, other) => one - other)[turns / 2] ?? 0;
}

async function cpuOf({ run }: Measure): Promise<number> {
  const before = process.cpuUsage();
  const done = await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / done;
}

async function bestOf(
  readings: number,
  measures: readonly Measure[],
): Promise<ReadonlyMap<string, number>> {
  const best = new Map<string, number>();
  for (const { run } of measures) await run();
  for (let reading = 0; reading < readings; reading += 1)
    for (const { name, run } of measures)
      best.set(name, Math.max(best.get(name) ?? 0, await rateOf(run)));
  return best;
}

const measuredMs = 300;

/** All threads' time of this process is what it took. */
async function rateOf(run: () => Promise<number>): Promise<number> {
  const before = process.cpuUsage();
  let done = 0;
  for (;;) {
    done += await run();
    const { user, system } = process.cpuUsage(before);
    if (user + system > measuredMs * 1_000) return done / ((user + system) / 1e6);
  }
}

async function bestWallClock(readings: number, run: () => Promise<number>): Promise<number> {
  let best = 0;
  for (let reading = 0; reading < readings; reading += 1) {
    const startedMs = performance.now();
    const done = await run();
    best = Math.max(best, done / ((performance.now() - startedMs) / 1_000));
  }
  return best;
}

/** Null where the machine has none. */
async function opensslSpeed(): Promise<{
  readonly signs: number;
  readonly verifies: number;
} | null> {
  const told = await promisify(execFile)('openssl', ['speed', '-seconds', '1', 'rsa2048']).catch(
    () => null,
  );
  const [, signs, verifies] =
    /^rsa +2048 bits +\S+ +\S+ +([0-9.]+) +([0-9.]+)/m.exec(told?.stdout ?? '') ?? [];
  return signs === undefined ? null : { signs: Number(signs), verifies: Number(verifies) };
}
