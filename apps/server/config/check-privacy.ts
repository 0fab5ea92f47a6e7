import type { z } from 'zod';

interface Privacy {
  readonly passes?: { readonly enabled: boolean } | undefined;
  readonly privateLane?: { readonly enabled: boolean } | undefined;
  readonly messaging: { readonly enabled?: boolean | undefined };
  readonly evidence: { readonly enabled?: boolean | undefined };
  readonly keys: { readonly keystore: string } | { readonly privacy?: unknown };
}

/** What the store holds sealed needs a secret outside it; a folder of keystores has its own. */
export function checkPrivacy(
  { passes, privateLane, messaging, evidence, keys }: Privacy,
  context: z.RefinementCtx,
): void {
  if (messaging.enabled === true && passes?.enabled !== true)
    context.addIssue({
      code: 'custom',
      path: ['messaging', 'enabled'],
      message:
        'messages are paid with passes, and these are not enabled; wanted passes: { enabled: true } beside it',
    });
  if ('keystore' in keys || keys.privacy !== undefined) return;
  const sealing = [
    ...(passes?.enabled === true ? ['passes'] : []),
    ...(privateLane?.enabled === true ? ['the private lane'] : []),
    ...(evidence.enabled === true ? ['evidence'] : []),
  ];
  if (sealing.length > 0)
    context.addIssue({
      code: 'custom',
      path: ['keys', 'privacy'],
      message: `${sealing.join(' and ')} ${sealing.length > 1 || sealing[0] === 'passes' ? 'are' : 'is'} enabled, and what the keys are sealed with is missing; wanted where the secret of 64 hex digits is, { env: NAME } or { file: PATH }`,
    });
}
