import { createKeystore } from '@interline/adapters/custody/evm';
import type { Address } from '@interline/kernel';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export const keyRoles = ['spender', 'float'] as const;

export function keyFile(dir: string, role: (typeof keyRoles)[number]): string {
  return join(dir, `${role}.keystore.json`);
}

/**
 * Where the keys in use would go. Writes nothing. Throws where a rotation was cut off, which the next
 * start finishes.
 */
export function nextFormerFolder(dir: string): string {
  if (isRotating(dir))
    throw new Error(
      `a rotation in ${dir} was cut off: the next start, or the next rotation, finishes it first`,
    );
  return join(formerFolder(dir), numberOfNext(dir));
}

/** Where keys go that were rotated out, a folder a pair, numbered in the order of their rotation. */
export function formerFolder(dir: string): string {
  return join(dir, 'former');
}

/** The addresses of the new keys. */
export type Rotated = Readonly<Record<(typeof keyRoles)[number], Address>>;

/**
 * Draws a new pair of keys and puts it in the place of the one in use, which moves to `former` and
 * is never deleted. No step loses a key: the new pair is durable before the old one moves, and a
 * rotation that was cut off is finished at the next start. Throws where one is under way.
 */
export async function rotateKeys(
  dir: string,
  password: string,
  scryptN: number | undefined,
): Promise<Rotated> {
  for (const role of keyRoles)
    if (!existsSync(keyFile(dir, role)))
      throw new Error(`${dir} has no key for the ${role} account, so there is nothing to rotate`);
  const next = nextFolder(dir);
  // Drawn, but not yet marked as complete: nothing has been moved for it.
  if (existsSync(next) && !isRotating(dir)) rmSync(next, { recursive: true });
  if (isRotating(dir)) finishRotation(dir);
  const [spender, float] = await Promise.all(
    keyRoles.map((role) => createKeystore({ path: keyFile(next, role), password }, scryptN)),
  );
  if (spender === undefined || float === undefined) throw new Error('a new key was not drawn');
  await writeFile(join(next, mark), `${numberOfNext(dir)}\n`, { flush: true });
  finishRotation(dir);
  return { spender: spender.address, float: float.address };
}

/** Written last: from then on the new pair is whole, and the old one may move. */
const mark = 'former-number';

/** Whether a rotation was cut off after its keys were drawn. */
export function isRotating(dir: string): boolean {
  return existsSync(join(nextFolder(dir), mark));
}

/** Moves the old pair away and the new one into its place; each step may have been done before. */
export function finishRotation(dir: string): void {
  const next = nextFolder(dir);
  const to = join(formerFolder(dir), readFileSync(join(next, mark), 'utf8').trim());
  mkdirSync(to, { recursive: true, mode: 0o700 });
  for (const role of keyRoles) {
    if (!existsSync(keyFile(to, role))) renameSync(keyFile(dir, role), keyFile(to, role));
    if (existsSync(keyFile(next, role))) renameSync(keyFile(next, role), keyFile(dir, role));
  }
  rmSync(next, { recursive: true });
}

function nextFolder(dir: string): string {
  return join(dir, 'next');
}

function numberOfNext(dir: string): string {
  const taken = existsSync(formerFolder(dir)) ? readdirSync(formerFolder(dir)) : [];
  return String(taken.length + 1).padStart(4, '0');
}
