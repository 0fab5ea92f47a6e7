import { RelayError } from '@interline/kernel';
import type { NewPassKey, PassPublicKey, SealedPassKey, TokenIssuerPort } from '@interline/ports';
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  type KeyObject,
} from 'node:crypto';
import { promisify } from 'node:util';
import { Piscina } from 'piscina';
import { isSignable, isSignature, type VerifyingKey, verifyingKey } from './blind-rsa.ts';
import { type Later, openedKeys, type Seal, sealWith } from '../seal/index.ts';
import { type SigningTask, signTask } from './signing-worker.ts';

/** Close it after the last signature. */
export interface RsaIssuer extends TokenIssuerPort {
  close(): Promise<void>;
}

export interface IssuerOptions {
  /** 32 bytes that the private keys are sealed with. */
  readonly secret: Uint8Array;
  /** Threads that sign; each signs about 4,000 values a second. */
  readonly threads: number;
  /**
   * What its threads run, how long each part of a request may wait and take, and the replacement of
   * a timer; tests change them.
   */
  readonly worker?: URL;
  readonly deadlineMs?: number;
  readonly later?: Later;
}

const bits = 2_048;
/** A thread takes these before it turns to another request: 25 ms of work. */
const signedAtOnce = 100;
/** 400 times what a part takes: one that is not signed by then waits behind too many, or its thread hangs. */
const standardDeadlineMs = 10_000;
/** A thread without work ends after this. */
const idleMs = 60_000;
/** Public keys in use are 14 at most: 12 months of acceptance, the current one and the next. */
const mostKept = 32;

/**
 * Signs with OpenSSL, in threads: a signature takes a quarter of a millisecond, in which nothing
 * else would run.
 */
export function rsaIssuer({
  secret,
  threads,
  worker = new URL('./signing-worker.ts', import.meta.url),
  deadlineMs = standardDeadlineMs,
  later,
}: IssuerOptions): RsaIssuer {
  const seal = sealWith(secret, 'keys of passes');
  const kept = new KeptKeys();
  const publicKeyOf = ({ n, e, kty }: PassPublicKey): VerifyingKey =>
    kept.of(n, () => verifyingKey(createPublicKey({ key: { n, e, kty }, format: 'jwk' })));
  const opened = openedKeys<KeyObject>(later);
  const privateKeyOf = ({ publicKey, sealed }: SealedPassKey): KeyObject => {
    const thumb = thumbOf(publicKey);
    return opened(`${thumb} ${sealed}`, () => {
      const der = Buffer.from(seal.open(sealed, thumb));
      return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
    });
  };
  const pool = new Piscina<SigningTask, readonly Uint8Array[]>({
    filename: worker.href,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: idleMs,
  });
  /** The pool ends a thread whose task is aborted, and starts another one. Throws `SIGNER_BUSY`. */
  const sign = async (task: SigningTask): Promise<readonly Uint8Array[]> => {
    const signal = AbortSignal.timeout(deadlineMs);
    return pool.run(task, { name: signTask.name, signal }).catch((error: unknown) => {
      throw signal.aborted ? new RelayError('SIGNER_BUSY', {}, undefined, { cause: error }) : error;
    });
  };
  return {
    createKey: () => createKey(seal),
    isSignable: ({ n }, blinded) => isSignable(Buffer.from(n, 'base64url'), blinded),
    async blindSign(sealedKey, blinded) {
      const key = privateKeyOf(sealedKey);
      const chunks = chunksOf(blinded, signedAtOnce).entries();
      const signed: (readonly Uint8Array[])[] = [];
      const lane = async (): Promise<void> => {
        for (const [at, values] of chunks) signed[at] = await sign({ key, blinded: values });
      };
      // A large claim has as many chunks in the queue as there are threads, so that others get turns.
      await Promise.all(Array.from({ length: threads }, lane));
      return signed.flat();
    },
    verify: (key, message, signature) => isSignature(publicKeyOf(key), message, signature),
    tagOf: (thumb) => createHash('sha256').update(thumb).digest('hex').slice(0, 16),
    spendIdOf: (message) =>
      createHash('sha256').update('svc-plus-spend/v1\0').update(message).digest('hex'),
    claimIdOf: (blinded) =>
      createHash('sha256').update('svc-plus-claim/v1\0').update(blinded).digest('hex'),
    close: () => pool.destroy(),
  };
}

async function createKey(seal: Seal): Promise<NewPassKey> {
  const pair = await promisify(generateKeyPair)('rsa', {
    modulusLength: bits,
    publicExponent: 65_537,
  });
  const publicKey = jwkOf(pair.publicKey.export({ format: 'jwk' }).n ?? '');
  const thumb = thumbOf(publicKey);
  const der = pair.privateKey.export({ format: 'der', type: 'pkcs8' });
  return { publicKey, thumb, sealed: seal.seal(der, thumb) };
}

function jwkOf(n: string): PassPublicKey {
  return { kty: 'RSA', alg: 'PS384', key_ops: ['verify'], ext: true, n, e: 'AQAB' };
}

function thumbOf({ e, kty, n }: PassPublicKey): string {
  // RFC 7638: the members that it requires, in the order of their names.
  return createHash('sha256').update(JSON.stringify({ e, kty, n })).digest('base64url');
}

function chunksOf<T>(all: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) =>
    all.slice(at * size, (at + 1) * size),
  );
}

/** Keys that were parsed, by their text: parsing takes longer than a verification. */
class KeptKeys {
  readonly #parsed = new Map<string, VerifyingKey>();

  of(text: string, parse: () => VerifyingKey): VerifyingKey {
    const kept = this.#parsed.get(text);
    if (kept !== undefined) return kept;
    const parsed = parse();
    this.#parsed.set(text, parsed);
    const [oldest] = this.#parsed.keys();
    if (this.#parsed.size > mostKept && oldest !== undefined) this.#parsed.delete(oldest);
    return parsed;
  }
}
