import { randomBytes } from 'node:crypto';
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
import {
  createKeystore,
  openKeystore,
  signerFromHex,
  type Signer,
} from '@interline/adapters/custody/evm';
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
