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
 * The refusal if our account holds less than the payout, reservations aside. `helps`: more money in
 * it would make the payout possible, so the refusal states how much must be free. `capNow`: the
 * source amount that could be sent instead, if known.
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
