import {
  asUnits,
  type BudgetCharge,
  type JsonObject,
  RelayError,
  type Units,
} from '@interline/plugins';
import { z } from 'zod';

/**
 * What `plan` needs from the quote: its fee, its budget charges and the member it was priced for.
 */
export interface QuoteMemo {
  readonly fee: Units;
  /** The payer whose free transfer the quote uses; null if it uses none. */
  readonly member: string | null;
  readonly charges: readonly BudgetCharge[];
  /**
   * The part of the amount that the discount was for, in the source token's smallest units; left
   * out without one.
   */
  readonly restores?: Units;
}

const digits = z
  .string()
  .regex(/^(0|[1-9][0-9]{0,77})$/)
  .transform((text) => asUnits(BigInt(text)));

const memoShape = z.strictObject({
  fee: digits,
  member: z.string().nullable(),
  charges: z
    .array(
      z.strictObject({
        budget: z.string(),
        units: digits,
        limit: digits,
        reason: z.string(),
        isShared: z.literal(true).exactOptional(),
      }),
    )
    .max(2),
  restores: digits.exactOptional(),
});

export function writeMemo({ fee, member, charges, restores }: QuoteMemo): JsonObject {
  return {
    fee: fee.toString(),
    member,
    charges: charges.map(({ units, limit, ...charge }) => ({
      ...charge,
      units: units.toString(),
      limit: limit.toString(),
    })),
    ...(restores === undefined ? {} : { restores: restores.toString() }),
  };
}

export function readMemo(memo: JsonObject): QuoteMemo {
  const read = memoShape.safeParse(memo);
  if (!read.success)
    throw new RelayError(
      'RAIL_FAULT',
      { rail: 'floatlane', step: 'plan' },
      "the quote does not carry the float lane's own memo",
      { cause: read.error },
    );
  return read.data;
}
