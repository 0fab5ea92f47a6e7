import { z } from 'zod';

export const sandboxSettings = z.strictObject({
  /** How long a simulated transfer takes from plan to DONE. */
  lifecycleSec: z.int().min(1).max(600).default(40),
});

export type SandboxSettings = z.infer<typeof sandboxSettings>;
