import {
  createKeystore,
  openKeystore,
  type Signer,
  signerFromHex,
} from '@interline/adapters/custody/evm';
import { createHash, randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { KeySource } from './deployment.ts';

export interface RelayerKeys {
  readonly spender: Signer;
  readonly float: Signer;
}

const roles = ['spender', 'float'] as const;
/** Marks a folder whose keys were made by a devnet; another profile refuses it. */
const devnetMark = 'devnet-keys';
/** The password lies beside the keys, so a costly derivation would protect nothing. */
const devnetScryptN = 1_024;

/** Opens the relayer's two keys, making them first on a devnet. */
export async function openKeys(source: KeySource): Promise<RelayerKeys> {
  switch (source.kind) {
    case 'hex':
      return {
        spender: signerFromHex(source.spender, 'the secret that keys.spender names'),
        float: signerFromHex(source.float, 'the secret that keys.float names'),
      };
    case 'keystore':
      if (existsSync(join(source.dir, devnetMark)))
        throw new Error(
          `the keystore in ${source.dir} was made by a devnet; real money needs keys of its own`,
        );
      return openBoth(source.dir, source.password);
    case 'made':
      return openBoth(source.dir, await devnetPassword(source.dir));
  }
}

async function openBoth(dir: string, password: string): Promise<RelayerKeys> {
  const [spender, float] = await Promise.all(
    roles.map((role) => openKeystore({ path: keyFile(dir, role), password })),
  );
  if (spender === undefined || float === undefined) throw new Error(`${dir} lacks a key`);
  return { spender, float };
}

/**
 * Made beside the folder and moved there whole: of several processes that start together one's keys
 * are everybody's.
 */
async function devnetPassword(dir: string): Promise<string> {
  const mark = join(dir, devnetMark);
  if (!existsSync(mark)) {
    const password = randomBytes(24).toString('hex');
    mkdirSync(dirname(dir), { recursive: true, mode: 0o700 });
    const fresh = mkdtempSync(`${dir}-`);
    await Promise.all(
      roles.map((role) => createKeystore({ path: keyFile(fresh, role), password }, devnetScryptN)),
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

function keyFile(dir: string, role: string): string {
  return join(dir, `${role}.keystore.json`);
}

/** No transaction, permit or message has this digest: those are hashed by another function. */
const purpose = createHash('sha256').update('interline: pseudonyms of client networks').digest();

/**
 * What networks of clients are hashed with before they are written down. All processes with the
 * same keys have the same one, over restarts too. It must not be readable from the store: all of
 * IPv4 is hashed in seconds.
 */
export function clientSalt({ spender }: Pick<RelayerKeys, 'spender'>): string {
  // A key elsewhere signs differently every time, and a salt that changes would restart daily budgets.
  if (spender.kind === 'remote') return spender.address;
  const { r, s } = spender.sign(purpose);
  return createHash('sha256').update(`${r}${s}`).digest('hex');
}
