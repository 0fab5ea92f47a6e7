import { asUnits, type JsonObject, RelayError, type Units } from '@interline/kernel';
import { z } from 'zod';

/** What `plan` keeps of the quote: its price. */
export interface PayoutMemo {
  readonly fee: Units;
  readonly output: Units;
}

const digits = z
  .string()
  .regex(/^(0|[1-9][0-9]{0,76})$/)
  .transform((text) => asUnits(BigInt(text)));

const memoShape = z.strictObject({ fee: digits, output: digits });

export function writePayoutMemo({ fee, output }: PayoutMemo): JsonObject {
  return { fee: fee.toString(), output: output.toString() };
}

export function readPayoutMemo(rail: string, memo: JsonObject): PayoutMemo {
  const read = memoShape.safeParse(memo);
  if (!read.success)
    throw new RelayError(
      'RAIL_FAULT',
      { rail, step: 'plan' },
      `the quote does not carry the memo of ${rail}`,
      { cause: read.error },
    );
  return read.data;
}
