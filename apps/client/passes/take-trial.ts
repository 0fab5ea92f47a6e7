import type { Client } from '../client.ts';
import { base64Of, blindMessages, bytesInBase64, finalizeAll, type Pass } from './blind.ts';
import { readPublicKey } from './public-key.ts';

/** Passes of one key. */
export interface TakenPasses {
  readonly passes: readonly Pass[];
  readonly seq: number;
  readonly thumb: string;
  readonly remainingToday: number;
}

/** What one request holds: 40,000 bytes, at about 347 a value. */
export const mostTrialPasses = 115;

/**
 * Passes for nothing, 115 at most. Throws `ServiceError`, and an `Error` where the mint's key or a
 * signature is not as it must be: no pass is to be used then.
 */
export async function takeTrial(client: Pick<Client, 'call'>, count: number): Promise<TakenPasses> {
  if (!Number.isInteger(count) || count < 1 || count > mostTrialPasses)
    throw new RangeError(`${count} passes cannot be taken at once; wanted 1 to ${mostTrialPasses}`);
  const { enabled, tokens } = await client.call('GET /api/plus/info', {});
  if (tokens.publicKeyJwk === null)
    throw new Error(
      enabled ? 'no key signs passes now; try again later' : 'this service has no passes',
    );
  const key = await readPublicKey(tokens.publicKeyJwk);
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
  };
}

/** A pass as the header `x-svc-pass`, and `pass` in a body, carry it. */
export function passText({ preparedMsg, sig }: Pass): string {
  return btoa(JSON.stringify({ preparedMsg, sig }));
}
