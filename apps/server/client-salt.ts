import { createHash } from 'node:crypto';
import type { RelayerKeys } from './open-keys.ts';

/** No transaction, permit or message has this digest: those are hashed by another function. */
const purpose = createHash('sha256').update('interline: pseudonyms of client networks').digest();

/**
 * What networks of clients are hashed with before they are written down. All processes with the
 * same keys have the same one, over restarts too. Whoever reads the ledger must not have it: all of
 * IPv4 is hashed in seconds.
 */
export function clientSalt({ spender }: Pick<RelayerKeys, 'spender'>): string {
  // A key elsewhere signs differently every time, and what is not stable would end nobody's day.
  if (spender.kind === 'remote') return spender.address;
  const { r, s } = spender.sign(purpose);
  return createHash('sha256').update(`${r}${s}`).digest('hex');
}
