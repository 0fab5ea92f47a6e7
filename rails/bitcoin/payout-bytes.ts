import type { OutputScript } from './output-script.ts';

/** Version, lock time, counts and the witness mark of a transaction, in virtual bytes. */
const frame = 11n;
/** A P2WPKH input; a taproot one takes 58. */
const input = 68n;
/** A taproot input with its share of the counts: what spending a deposit adds to a transaction. */
export const depositInput = 58n;
/** A taproot output, the largest that change goes to. */
const change = 43n;

/** Virtual bytes of a payout from two of our coins with change, estimated high. */
export function payoutBytes({ bytes }: Pick<OutputScript, 'bytes'>): bigint {
  return frame + 2n * input + change + bytes;
}
