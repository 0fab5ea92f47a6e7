import type { Client } from '@interline/client';
import type { ReceiptTrust } from '@interline/client/evidence';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { WrongStateError } from '../exit-codes.ts';
import { readKept, writeWhole } from './kept-files.ts';
import { purseOf } from './purse.ts';

/** The keys that a service's receipts and their log are checked by, as they were first seen. */
type KeptKeys = Required<Pick<ReceiptTrust, 'keys' | 'vkey' | 'witnesses'>>;

interface KeySet {
  readonly keys: readonly { readonly kid: string; readonly x: string }[];
}

/**
 * What is kept of that service; null before anything is. It lies beside what is remembered of its
 * mint.
 */
export function keptKeys(url: string): Promise<KeptKeys | null> {
  return readKept<KeptKeys>(fileOf(url));
}

/**
 * Asks the service, and keeps what it says. Throws where it says another thing than it did: a key
 * that is gone, or another log or witness.
 */
export async function fetchKeys(url: string, client: Client): Promise<KeptKeys> {
  const [before, answer, log] = await Promise.all([
    keptKeys(url),
    fetch(new URL('/.well-known/jwks.json', url)).catch((cause: unknown) => {
      throw new Error(
        `no service answers at ${url}, and the keys of the receipt are not kept for it here; name them with --jwks and --vkey, or another service with --url`,
        { cause },
      );
    }),
    client.call('GET /api/transparency/vkey', {}),
  ]);
  if (!answer.ok) throw new WrongStateError(`${url} shows no keys: it answered ${answer.status}`);
  const { keys } = (await answer.json()) as KeySet; // CAST: what does not verify by them is refused.
  const seen: KeptKeys = {
    keys: keys.map(({ kid, x }) => ({ kid, x })),
    vkey: log.vkey,
    witnesses: { witnesses: log.witnesses.flatMap(({ vkeys }) => vkeys), quorum: log.quorum },
  };
  const isGone = before?.keys.some(({ kid, x }) =>
    seen.keys.every((one) => one.kid !== kid || one.x !== x),
  );
  if (isGone === true || (before !== null && !isSameLog(before, seen)))
    throw new WrongStateError(
      `${url} shows other keys than those that are kept in ${fileOf(url)}; receipts that these verified are evidence of that. A devnet that was begun anew has new ones: delete that file then`,
    );
  await mkdir(dirname(fileOf(url)), { recursive: true, mode: 0o700 });
  await writeWhole(fileOf(url), seen);
  return seen;
}

/** A log that was begun anew has a number behind its name. */
function isSameLog(before: KeptKeys, seen: KeptKeys): boolean {
  const keyIn = ({ vkey }: KeptKeys) => /^[^+]+\+[0-9a-f]{8}\+(.+)$/.exec(vkey)?.[1];
  return keyIn(before) === keyIn(seen);
}

function fileOf(url: string): string {
  return join(purseOf(url).folder, 'receipts.pin');
}
