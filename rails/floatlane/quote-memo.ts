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
  /** The payer whose free transfer the quote uses; null where it uses none. */
  readonly member: string | null;
  readonly charges: readonly BudgetCharge[];
}

const digits = z
  .string()
  .regex(/^(0|[1-9][0-9]{0,77})$/)
  .transform((text) => asUnits(BigInt(text)));

const memoShape = z.strictObject({
  fee: digits,
  member: z.string().nullable(),
  charges: z
    .array(z.strictObject({ budget: z.string(), units: digits, limit: digits, reason: z.string() }))
    .max(2),
});

export function writeMemo({ fee, member, charges }: QuoteMemo): JsonObject {
  return {
    fee: fee.toString(),
    member,
    charges: charges.map(({ budget, units, limit, reason }) => ({
      budget,
      units: units.toString(),
      limit: limit.toString(),
      reason,
    })),
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
