import {
  createKeystore,
  type KeySet,
  openKeystore,
  openKmsSigner,
  signerFromHex,
} from '@interline/adapters/custody/evm';
import { readSecretBytes, writeSecret } from '@interline/adapters/custody';
import { createHash, createHmac, randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Deployment, KeySource, KeyText, KeyTexts } from './deployment.ts';
import { finishRotation, formerFolder, isRotating, keyFile, keyRoles } from './rotate-keys.ts';

export interface RelayerKeys {
  readonly current: KeySet;
  /** 32 bytes for each family beside EVM, by its id, and for what the store holds sealed. They are not rotated. */
  readonly secrets: ReadonlyMap<string, Uint8Array>;
  /** Rotated out, the newest first. */
  readonly former: readonly KeySet[];
}

/** What keys that the store holds are sealed with, such as those that sign passes. */
export const privacySecret = 'privacy';

/**
 * The secrets that a deployment opens beside the spender's and the float's key, by name. The `privacy`
 * secret is among them wherever there is one: what was sealed while passes or the lane were on must
 * open when they are off.
 */
export function secretNames({
  families,
  passes,
  privateLane,
  evidence,
  keys,
}: Pick<
  Deployment,
  'families' | 'passes' | 'privateLane' | 'evidence' | 'keys'
>): readonly string[] {
  return [
    ...families.map(({ family }) => family.id),
    ...(passes.enabled || privateLane.enabled || evidence.enabled || isThere(keys, privacySecret)
      ? [privacySecret]
      : []),
  ];
}

/** Marks a folder whose keys were made by a devnet; another profile refuses it. */
const devnetMark = 'devnet-keys';
/** The password lies beside the keys, so a costly derivation would protect nothing. */
const devnetScryptN = 1_024;

/**
 * Opens the relayer's keys and these secrets, making them first on a devnet. Throws where one is
 * missing.
 */
export async function openKeys(
  source: KeySource,
  names: readonly string[] = [],
): Promise<RelayerKeys> {
  switch (source.kind) {
    case 'hex':
      return {
        secrets: new Map(names.map((name) => [name, secretIn(source, name)])),
        current: await keySetFrom(source, 'keys'),
        former: await Promise.all(
          source.former.map((one, index) => keySetFrom(one, `keys.former[${index}]`)),
        ),
      };
    case 'keystore':
    case 'made':
      return openFolder(source, await passwordOf(source), names);
  }
}

/** The password of a folder of keystores. Throws on one that this profile may not use. */
export async function passwordOf(
  source: Exclude<KeySource, { readonly kind: 'hex' }>,
): Promise<string> {
  if (source.kind === 'made') return devnetPassword(source.dir);
  if (existsSync(join(source.dir, devnetMark)))
    throw new Error(
      `the keystore in ${source.dir} was made by a devnet; real money needs keys of its own`,
    );
  return source.password;
}

/** The cost of scrypt for new keys of that folder; undefined for the safe one. */
export function scryptNOf({ kind }: KeySource): number | undefined {
  return kind === 'made' ? devnetScryptN : undefined;
}

async function keySetFrom({ spender, float }: KeyTexts, name: string): Promise<KeySet> {
  const [opened, other] = await Promise.all([
    signerFrom(spender, `${name}.spender`),
    signerFrom(float, `${name}.float`),
  ]);
  return { spender: opened, float: other };
}

/** A KMS bounds its own answers; nothing can be begun before they are here. */
const never = new AbortController().signal;

async function signerFrom(key: KeyText, name: string): Promise<KeySet['spender']> {
  return typeof key === 'string'
    ? signerFromHex(key, `the secret that ${name} names`)
    : openKmsSigner(key.kms, name, never);
}

async function openFolder(
  source: Exclude<KeySource, { readonly kind: 'hex' }>,
  password: string,
  names: readonly string[],
): Promise<RelayerKeys> {
  const { dir } = source;
  // A rotation that was cut off: its keys are drawn, so it is finished before any is opened.
  if (isRotating(dir)) finishRotation(dir);
  const former = existsSync(formerFolder(dir)) ? readdirSync(formerFolder(dir)).sort() : [];
  const [current, ...others] = await Promise.all(
    [dir, ...former.reverse().map((one) => join(formerFolder(dir), one))].map((one) =>
      openBoth(one, password),
    ),
  );
  if (current === undefined) throw new Error(`${dir} lacks a key`);
  const secrets = new Map<string, Uint8Array>();
  for (const name of names) secrets.set(name, await secretOf(source, password, name));
  return { current, former: others, secrets };
}

/** Whether the deployment has that secret beside its keys. */
export function isThere(source: KeySource, name: string): boolean {
  return source.kind === 'hex' ? name in source.secrets : existsSync(secretFile(source, name));
}

function secretFile({ dir }: Exclude<KeySource, { readonly kind: 'hex' }>, name: string): string {
  return join(dir, `${name}.json`);
}

async function secretOf(
  source: Exclude<KeySource, { readonly kind: 'hex' }>,
  password: string,
  name: string,
): Promise<Uint8Array> {
  const file = { path: secretFile(source, name), password };
  if (!existsSync(file.path)) {
    if (source.kind !== 'made')
      throw new Error(
        `${source.dir} has no key for ${name}; make one with: interline keys create ${name} --config <file>`,
      );
    // Another process of the devnet may make it at the same moment.
    await writeSecret(file, randomBytes(32), devnetScryptN).catch((error: unknown) => {
      if (!existsSync(file.path)) throw error;
    });
  }
  return readSecretBytes(file);
}

function secretIn({ secrets }: Extract<KeySource, { readonly kind: 'hex' }>, name: string) {
  const text = secrets[name] ?? '';
  if (!/^(0x)?[0-9a-fA-F]{64}$/.test(text))
    throw new Error(
      `keys.${name === privacySecret ? name : `families.${name}`} must name a secret of 64 hex digits`,
    );
  return Buffer.from(text.replace(/^0x/, ''), 'hex');
}

async function openBoth(dir: string, password: string): Promise<KeySet> {
  const [spender, float] = await Promise.all(
    keyRoles.map((role) => openKeystore({ path: keyFile(dir, role), password })),
  );
  if (spender === undefined || float === undefined) throw new Error(`${dir} lacks a key`);
  return { spender, float };
}

/**
 * Made beside the folder and moved there whole: several processes that start together all use
 * the keys of one of them.
 */
async function devnetPassword(dir: string): Promise<string> {
  const mark = join(dir, devnetMark);
  if (!existsSync(mark)) {
    const password = randomBytes(24).toString('hex');
    mkdirSync(dirname(dir), { recursive: true, mode: 0o700 });
    const fresh = mkdtempSync(`${dir}-`);
    await Promise.all(
      keyRoles.map((role) =>
        createKeystore({ path: keyFile(fresh, role), password }, devnetScryptN),
      ),
    );
    writeFileSync(join(fresh, devnetMark), `${password}\n`, { mode: 0o600 });
    try {
      renameSync(fresh, dir);
    } catch (error) {
      rmSync(fresh, { recursive: true });
      if (!existsSync(mark)) throw error;
    }
  }
  return readFileSync(mark, 'utf8').trim();
}

/**
 * What a key can be asked to sign so that only its holder knows the answer. No transaction, permit or
 * message has such a digest: those are hashed by another function.
 */
const pseudonyms = createHash('sha256').update('interline: pseudonyms of client networks').digest();
const hookSecrets = createHash('sha256').update('interline: secrets of webhooks').digest();

/**
 * What networks of clients are hashed with before they are written down. All processes with the
 * same keys have the same one, over restarts and a rotation too, as long as the oldest keys are
 * kept. It must not be readable from the store: all of IPv4 is hashed in seconds.
 */
export function clientSalt({ current, former, secrets }: RelayerKeys): string {
  const { spender } = former.at(-1) ?? current;
  if (spender.kind === 'local') return derived(spender, pseudonyms).toString('hex');
  // A key elsewhere signs differently every time, and a salt that changes would restart daily budgets.
  return createHmac('sha256', secrets.get(privacySecret) ?? raisePrivacy())
    .update(pseudonyms)
    .digest('hex');
}

function raisePrivacy(): never {
  throw new Error('a key that is elsewhere needs keys.privacy beside it');
}

/**
 * What the secrets of webhooks are sealed with: the key in use, and those that it replaced. They come
 * out of the deployment's own keys, so that no deployment keeps such a secret in clear. The `privacy`
 * secret is the one in use where the key is elsewhere; beside a key that is here it opens what was
 * sealed before that one came. Throws where all keys are elsewhere and there is no `privacy` secret.
 */
export function hookKeys({
  current,
  former,
  secrets,
}: RelayerKeys): readonly [Uint8Array, ...Uint8Array[]] {
  const local = [current, ...former].flatMap(({ spender }) =>
    spender.kind === 'remote' ? [] : [derived(spender, hookSecrets)],
  );
  const privacy = secrets.get(privacySecret);
  const own = privacy === undefined ? [] : [privacy];
  const [first, ...others] =
    current.spender.kind === 'remote' ? [...own, ...local] : [...local, ...own];
  if (first === undefined) return raisePrivacy();
  return [first, ...others];
}

function derived(
  signer: Extract<KeySet['spender'], { kind: 'local' }>,
  purpose: Uint8Array,
): Buffer {
  const { r, s } = signer.sign(purpose);
  return createHash('sha256').update(`${r}${s}`).digest();
}
