import { z } from 'zod';

/** An EIP-155 id, as a number or as digits. */
export const chainId = z.union([
  z.int().positive(),
  z
    .string()
    .regex(/^[1-9][0-9]{0,14}$/)
    .transform(Number),
]);
