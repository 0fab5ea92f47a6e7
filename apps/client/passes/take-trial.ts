import type { Client } from '../client.ts';
import { base64Of, blindMessages, bytesInBase64, finalizeAll, type Pass } from './blind.ts';
import { checkedKey, type TakeOptions } from './checked-key.ts';
import type { MintCheck } from './mint/check-mint.ts';

/** Passes of one key. */
export interface TakenPasses {
  readonly passes: readonly Pass[];
  readonly seq: number;
  readonly thumb: string;
  /** Until when they are taken, in epoch milliseconds. */
  readonly untilMs: number;
  /** Null in the private lane, where it would tell what others took. */
  readonly remainingToday: number | null;
  /** What the mint showed. */
  readonly mint: MintCheck;
}

/** What one request holds: 40,000 bytes, at about 347 a value. */
export const mostTrialPasses = 115;
/** What a private request holds: 16,384 bytes, its target and headers among them. */
export const mostPrivateTrialPasses = 45;

/**
 * Passes for nothing, 115 at most. Throws `ServiceError`; `MintError`, before anything is blinded,
 * where the mint's key is not in the public log; and an `Error` where a signature is not
 * as it must be: no pass is to be used then.
 */
export async function takeTrial(
  client: Pick<Client, 'call'>,
  count: number,
  options: TakeOptions = {},
): Promise<TakenPasses> {
  if (!Number.isInteger(count) || count < 1 || count > mostTrialPasses)
    throw new RangeError(`${count} passes cannot be taken at once; wanted 1 to ${mostTrialPasses}`);
  const { key, mint, untilMs } = await checkedKey(client, options);
  const blindings = await blindMessages(key, count);
  const {
    blindSigs,
    seq,
    thumb,
    remainingToday = null,
  } = await client.call('POST /api/plus/trial', {
    body: { blinded: blindings.map(({ blinded }) => base64Of(blinded)) },
  });
  if (thumb !== key.thumb) throw new Error('the mint changed its key meanwhile; take passes again');
  return {
    passes: finalizeAll(key, blindings, blindSigs.map(bytesInBase64)),
    seq,
    thumb,
    untilMs,
    remainingToday,
    mint,
  };
}

/** A pass as the header `x-svc-pass`, and `pass` in a body, carry it. */
export function passText({ preparedMsg, sig }: Pass): string {
  return btoa(JSON.stringify({ preparedMsg, sig }));
}
