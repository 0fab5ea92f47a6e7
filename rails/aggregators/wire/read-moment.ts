import { z } from 'zod';

/** Below it an epoch is in seconds, above in milliseconds. */
const firstMs = 100_000_000_000;
const lastMs = 8_640_000_000_000_000;

const epoch = z
  .union([
    z.number().positive().max(lastMs),
    z
      .string()
      .regex(/^[1-9][0-9]{0,15}$/)
      .transform(Number),
  ])
  .transform((count) => Math.floor(count < firstMs ? count * 1_000 : count));

/** A moment in epoch milliseconds, out of seconds, milliseconds or an ISO date. */
export const moment = z.union([
  epoch,
  z.iso.datetime({ offset: true }).transform((text) => Date.parse(text)),
]);
