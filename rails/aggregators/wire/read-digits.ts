import { asAmount, asUnits, maxUint256 } from '@interline/plugins';
import { z } from 'zod';

const isUint256 = (digits: string): boolean => BigInt(digits) <= maxUint256;

/**
 * A token quantity as upstreams write it: a string of decimal digits. A JSON number has lost its
 * last digits already.
 */
export const digits = z
  .string()
  .regex(/^(0|[1-9][0-9]{0,77})$/, { abort: true })
  .refine(isUint256)
  .transform((text) => asUnits(BigInt(text)));

/** The same for what must move, so never zero. */
export const positiveDigits = z
  .string()
  .regex(/^[1-9][0-9]{0,77}$/, { abort: true })
  .refine(isUint256)
  .transform((text) => asAmount(BigInt(text)));
