import type { z } from 'zod';

interface Privacy {
  readonly passes?: { readonly enabled: boolean } | undefined;
  readonly keys: { readonly keystore: string } | { readonly privacy?: unknown };
}

/** What the store holds sealed needs a secret outside it; a folder of keystores has its own. */
export function checkPrivacy({ passes, keys }: Privacy, context: z.RefinementCtx): void {
  if (passes?.enabled === true && !('keystore' in keys) && keys.privacy === undefined)
    context.addIssue({
      code: 'custom',
      path: ['keys', 'privacy'],
      message:
        'passes are enabled, and what their keys are sealed with is missing; wanted where the secret of 64 hex digits is, { env: NAME } or { file: PATH }',
    });
}
