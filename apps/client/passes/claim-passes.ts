import type { Client } from '../client.ts';
import {
  base64Of,
  blindMessages,
  type Blinding,
  bytesInBase64,
  finalizeAll,
  type Pass,
} from './blind.ts';
import { checkedKey, type TakeOptions } from './checked-key.ts';
import { type PassKeyJwk, readPublicKey } from './public-key.ts';

/**
 * Values that were blinded for a claim, as JSON can keep them. Keep it, and keep it secret, until its
 * passes are there: only with it can they be had out of the answer, and a claim that was cut off is
 * sent again with it, at no cost.
 */
export interface ClaimDraft {
  readonly invoiceId: string;
  readonly seq: number;
  readonly key: PassKeyJwk;
  readonly values: readonly {
    readonly preparedMessage: string;
    readonly blinded: string;
    readonly encoded: string;
    readonly inverse: string;
  }[];
}

export interface ClaimedPasses {
  readonly passes: readonly Pass[];
  readonly seq: number;
  readonly thumb: string;
  /** Of the invoice. */
  readonly issued: number;
  readonly remaining: number;
}

export interface ClaimOptions extends TakeOptions {
  /** Is given the draft before anything is claimed: what it has stored outlives a crash. */
  readonly keep: (draft: ClaimDraft) => Promise<void> | void;
}

export const mostClaimedPasses = 1_000;

/**
 * Blinds as many new messages for the key that signs now. Nothing is claimed yet. Throws
 * `ServiceError`, and `MintError` where the mint's key is not in the public log.
 */
export async function draftClaim(
  client: Pick<Client, 'call'>,
  invoiceId: string,
  count: number,
  options: TakeOptions = {},
): Promise<ClaimDraft> {
  if (!Number.isInteger(count) || count < 1 || count > mostClaimedPasses)
    throw new RangeError(
      `${count} passes cannot be claimed at once; wanted 1 to ${mostClaimedPasses}`,
    );
  const { key, jwk, seq } = await checkedKey(client, options);
  const blindings = await blindMessages(key, count);
  return {
    invoiceId,
    seq,
    key: jwk,
    values: blindings.map((one) => ({
      preparedMessage: base64Of(one.preparedMessage),
      blinded: base64Of(one.blinded),
      encoded: one.encoded.toString(16),
      inverse: one.inverse.toString(16),
    })),
  };
}

/**
 * Has a draft signed, and its passes out of it. Sent again it costs nothing and has the same answer.
 * Throws `ServiceError`, and an `Error` where a signature is not as it must be: no pass is to be used
 * then.
 */
export async function claimDrafted(
  client: Pick<Client, 'call'>,
  { invoiceId, seq, key: jwk, values }: ClaimDraft,
): Promise<ClaimedPasses> {
  const key = await readPublicKey(jwk);
  const { blindSigs, ...answer } = await client.call('POST /api/plus/claim', {
    body: { invoiceId, seq, blinded: values.map(({ blinded }) => blinded) },
  });
  if (answer.thumb !== key.thumb)
    throw new Error('the mint signed with another key than the passes were blinded for');
  const blindings = values.map((one): Blinding => ({
    preparedMessage: bytesInBase64(one.preparedMessage),
    blinded: bytesInBase64(one.blinded),
    encoded: BigInt(`0x${one.encoded}`),
    inverse: BigInt(`0x${one.inverse}`),
  }));
  return { ...answer, passes: finalizeAll(key, blindings, blindSigs.map(bytesInBase64)) };
}

/**
 * Passes of a paid invoice, 1,000 at most. Throws what `draftClaim` and `claimDrafted` throw.
 */
export async function claimPasses(
  client: Pick<Client, 'call'>,
  invoiceId: string,
  count: number,
  { keep, ...options }: ClaimOptions,
): Promise<ClaimedPasses> {
  const draft = await draftClaim(client, invoiceId, count, options);
  await keep(draft);
  return claimDrafted(client, draft);
}
