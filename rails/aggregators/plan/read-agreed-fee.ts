import { type JsonObject, RelayError, type Units } from '@interline/plugins';
import { z } from 'zod';
import { digits } from '../wire/read-digits.ts';

const memo = z.strictObject({ svcFee: digits, serviceFee: digits, gasFee: digits });

export interface AgreedFee {
  readonly fee: Units;
  /** The part of it that pays for gas. */
  readonly gasPart: Units;
}

/** The charge a quote was made at: quote, sign request and execute use one figure. */
export function readAgreedFee(written: JsonObject, engine: string): AgreedFee {
  const read = memo.safeParse(written);
  if (!read.success)
    throw new RelayError(
      'RAIL_FAULT',
      { rail: engine, step: 'plan' },
      'the quote does not carry the memo it was made with',
      { cause: read.error },
    );
  return { fee: read.data.svcFee, gasPart: read.data.gasFee };
}
