import type { Hex } from '@interline/plugins';
import { z } from 'zod';

/** Twice the 64 kB of calldata that any node takes, in hex digits. */
const maxDataChars = 262_144;

/** Whole bytes, in lower case; `0x` alone is empty. */
export const hexData = z
  .string()
  .max(maxDataChars)
  .regex(/^0x(?:[0-9a-fA-F]{2})*$/)
  .transform((text) => text.toLowerCase() as Hex);

/** The hash of an EVM transaction. */
export const txHash = z
  .string()
  .regex(/^0x[0-9a-fA-F]{64}$/)
  .transform((text) => text.toLowerCase() as Hex);
