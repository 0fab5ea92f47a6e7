import { asUnits, maxUint256 } from '@interline/plugins';
import { z } from 'zod';

/** Wei as upstreams write it in a transaction: hex or decimal digits, always a string. */
export const quantity = z
  .string()
  .regex(/^(0x[0-9a-fA-F]{1,64}|0|[1-9][0-9]{0,77})$/, { abort: true })
  .refine((text) => BigInt(text) <= maxUint256)
  .transform((text) => asUnits(BigInt(text)));
