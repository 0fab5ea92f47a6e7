/**
 * A slot is the low half of a sequence number, less one: an account's first sequence number is the
 * ledger that created it in the high 32 bits, and each transaction adds one. So slots count the
 * account's transactions from 0 on, as long as it never bumps its own sequence, which ours do not.
 */
const lowBits = 32n;
const low = (1n << lowBits) - 1n;

/** How many transactions the account has made, by its sequence number. */
export function slotsOf(sequence: bigint): number {
  return Number(sequence & low);
}

export function baseOf(sequence: bigint): bigint {
  return (sequence >> lowBits) << lowBits;
}

/** The sequence number of the transaction in that slot. */
export function sequenceIn(base: bigint, slot: number): bigint {
  return base + BigInt(slot) + 1n;
}
