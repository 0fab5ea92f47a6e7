import { systemClock } from '@interline/adapters/clock';
import { writeSecret } from '@interline/adapters/custody';
import { createKeystore } from '@interline/adapters/custody/evm';
import { pinoLog } from '@interline/adapters/log';
import { outboundHttp } from '@interline/adapters/outbound-http';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Deployment, KeySource } from './deployment.ts';
import { openFamilies } from './families.ts';
import { passwordOf } from './open-keys.ts';
import { isRotating, keyFile, keyRoles } from './rotate-keys.ts';

export interface CreatedKeys {
  readonly made: readonly string[];
  /** What was there already: no key is ever written over. */
  readonly kept: readonly string[];
}

/**
 * Draws the keys that a folder of keystores lacks: the spender's and the float's, and these
 * secrets. Durable on return. Throws where a rotation of the folder was cut off.
 */
export async function createKeys(
  source: Extract<KeySource, { readonly kind: 'keystore' }>,
  secrets: readonly string[],
  withEvm: boolean,
): Promise<CreatedKeys> {
  const { dir } = source;
  if (isRotating(dir))
    throw new Error(
      `a rotation of the keys in ${dir} was cut off; "interline keys list" finishes it, then create what is missing`,
    );
  const password = await passwordOf(source);
  const roles = withEvm ? keyRoles : [];
  const wanted = [
    ...roles.map((name) => ({ name, path: keyFile(dir, name), make: createKeystore })),
    ...secrets.map((name) => ({ name, path: join(dir, `${name}.json`), make: createSeed })),
  ];
  const missing = wanted.filter(({ path }) => !existsSync(path));
  for (const { path, make } of missing) await make({ path, password });
  return {
    made: missing.map(({ name }) => name),
    kept: wanted.filter((one) => !missing.includes(one)).map(({ name }) => name),
  };
}

function createSeed(file: Parameters<typeof writeSecret>[0]): Promise<void> {
  return writeSecret(file, randomBytes(32));
}

/** Where each family's float is funded. Touches no chain. */
export async function familyAddresses(
  deployment: Pick<Deployment, 'families' | 'policy'>,
  secrets: ReadonlyMap<string, Uint8Array>,
): Promise<readonly { readonly id: string; readonly address: string }[]> {
  const http = outboundHttp();
  const opened = openFamilies(deployment, secrets, {
    bookedDeposits: async () => [],
    clock: systemClock,
    http,
    log: pinoLog('silent'),
  });
  const shown = deployment.families.map(({ family }, index) => ({
    id: family.id,
    address: String(opened[index]?.custody.fundingAddress(family.chain) ?? ''),
  }));
  await Promise.all(opened.map((one) => one.close()));
  await http.close();
  return shown;
}
