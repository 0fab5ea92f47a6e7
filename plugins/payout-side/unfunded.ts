import {
  chainInWords,
  freeFor,
  type NeededFloat,
  type Refusal,
  refuse,
  type TokenRef,
  type Units,
} from '@interline/kernel';

/**
 * Our account holds less than the payout, whatever is reserved of it. `helps`: with more in it the
 * payout could be made, so the refusal says how much must be free. `capNow`: what of the source could be
 * sent instead, where that is known.
 */
export function unfunded(
  token: TokenRef,
  payout: Units,
  helps: boolean,
  capNow: bigint | null = null,
): Refusal {
  const needs: NeededFloat = { token, free: freeFor(payout) };
  return refuse(
    'INSUFFICIENT_FLOAT',
    `the lane is configured, but its account on ${chainInWords(token.chain)} is not funded for this payout${mostNow(capNow)}`,
    helps ? { needs } : {},
  );
}

function mostNow(capNow: bigint | null): string {
  if (capNow === null) return '';
  return capNow === 0n ? '; nothing can be sent now' : `; at most ${capNow} can be sent now`;
}
