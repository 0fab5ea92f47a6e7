import type { Client } from '../client.ts';
import { base64Of, blindMessages, bytesInBase64, finalizeAll, type Pass } from './blind.ts';
import {
  type MintCheck,
  type MintCheckOptions,
  MintError,
  type MintPin,
} from './mint/check-mint.ts';
import { lookAtMint } from './mint/look-at-mint.ts';
import { type PublicKey, readPublicKey } from './public-key.ts';

/** Passes of one key. */
export interface TakenPasses {
  readonly passes: readonly Pass[];
  readonly seq: number;
  readonly thumb: string;
  readonly remainingToday: number;
  /** What the mint showed. */
  readonly mint: MintCheck;
}

/** Where a caller keeps what it saw of a mint: without it, a mint can show it another log each time. */
export interface MintPins {
  read(): Promise<MintPin | null>;
  write(pin: MintPin): Promise<void>;
}

export interface TakeOptions extends Pick<MintCheckOptions, 'policy' | 'mlDsa' | 'nowMs'> {
  readonly pins?: MintPins;
  /** The same service by another way, such as a relay: both must be shown the same key. */
  readonly second?: Pick<Client, 'call'>;
}

/** What one request holds: 40,000 bytes, at about 347 a value. */
export const mostTrialPasses = 115;

/**
 * Passes for nothing, 115 at most. Throws `ServiceError`; `MintError`, before anything is blinded,
 * where the mint's key is not in the log that everybody sees; and an `Error` where a signature is not
 * as it must be: no pass is to be used then.
 */
export async function takeTrial(
  client: Pick<Client, 'call'>,
  count: number,
  options: TakeOptions = {},
): Promise<TakenPasses> {
  if (!Number.isInteger(count) || count < 1 || count > mostTrialPasses)
    throw new RangeError(`${count} passes cannot be taken at once; wanted 1 to ${mostTrialPasses}`);
  const { key, mint } = await checkedKey(client, options);
  const blindings = await blindMessages(key, count);
  const { blindSigs, seq, thumb, remainingToday } = await client.call('POST /api/plus/trial', {
    body: { blinded: blindings.map(({ blinded }) => base64Of(blinded)) },
  });
  if (thumb !== key.thumb) throw new Error('the mint changed its key meanwhile; take passes again');
  return {
    passes: finalizeAll(key, blindings, blindSigs.map(bytesInBase64)),
    seq,
    thumb,
    remainingToday,
    mint,
  };
}

/** The key that signs now, once it was found in the mint's log. */
async function checkedKey(
  client: Pick<Client, 'call'>,
  { pins, second, ...options }: TakeOptions,
): Promise<{ readonly key: PublicKey; readonly mint: MintCheck }> {
  const { enabled, tokens } = await client.call('GET /api/plus/info', {});
  if (tokens.publicKeyJwk === null)
    throw new Error(
      enabled ? 'no key signs passes now; try again later' : 'this service has no passes',
    );
  const key = await readPublicKey(tokens.publicKeyJwk);
  const pin = (await pins?.read()) ?? null;
  const mint = await lookAtMint(client, { ...options, pin, usedThumb: key.thumb }, second);
  if (!mint.isSound) throw new MintError(mint.findings);
  await pins?.write(mint.pin);
  return { key, mint };
}

/** A pass as the header `x-svc-pass`, and `pass` in a body, carry it. */
export function passText({ preparedMsg, sig }: Pass): string {
  return btoa(JSON.stringify({ preparedMsg, sig }));
}
