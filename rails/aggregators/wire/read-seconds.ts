import { z } from 'zod';

const maxSec = 31_536_000;

/** A duration in whole seconds, rounded up, as a number or as digits. */
export const seconds = z
  .union([
    z.number().min(0).max(maxSec),
    z
      .string()
      .regex(/^[0-9]{1,8}(\.[0-9]{1,9})?$/)
      .transform(Number)
      .pipe(z.number().max(maxSec)),
  ])
  .transform(Math.ceil);
