import type { Client } from '@interline/client';
import { createHash } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../exit-codes.ts';
import { readKept, writeNew, writeWhole } from '../rest/kept-files.ts';
import { folderOfKey } from './spent.ts';

/** The body that is sent, with its signature. */
export type SignedBody = Parameters<Client['execute']>[0];

/** Payments by the keys that the agent gave them: a repeated request is not a second payment. */
export interface Payments {
  /**
   * The body that was signed under the key before; null where the key is new, and then this call
   * owns it. Throws `UsageError` where the key belongs to another payment, or to another call that
   * has signed nothing yet.
   */
  take(key: string, terms: object): Promise<SignedBody | null>;
  /** Before sending: once this resolves, a repeated call sends the same body. */
  keepSigned(key: string, terms: object, body: SignedBody): Promise<void>;
  /** Frees the key again: nothing was signed. */
  release(key: string): Promise<void>;
}

interface KeptPayment {
  readonly terms: object;
  /** Null until it is signed. */
  readonly body: SignedBody | null;
}

/** One file per payment, next to the record of what the key has spent. */
export function paymentsOf(address: string): Payments {
  const folder = join(folderOfKey(address), 'payments');
  const fileOf = (key: string): string =>
    join(folder, `${createHash('sha256').update(key).digest('hex')}.payment`);
  return {
    async take(key, terms) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      if (await writeNew(fileOf(key), { terms, body: null })) return null;
      const kept = await readKept<KeptPayment>(fileOf(key));
      if (kept !== null && JSON.stringify(kept.terms) !== JSON.stringify(terms))
        throw new UsageError(
          'idempotencyKey stands for another payment already; give each payment a key of its own',
        );
      if (kept === null || kept.body === null)
        throw new UsageError(
          'another call with this idempotencyKey is under way, or was cut off before it signed anything; ask again with this key in a minute, and with another one if that is refused too',
        );
      return kept.body;
    },
    keepSigned: async (key, terms, body) => writeWhole(fileOf(key), { terms, body }),
    release: async (key) => rm(fileOf(key), { force: true }),
  };
}
