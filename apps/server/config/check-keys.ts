import type { z } from 'zod';
import type { KeyRef } from './keys-schema.ts';

interface Keys {
  readonly keys?:
    | { readonly keystore: string }
    | { readonly spender: KeyRef; readonly float: KeyRef; readonly privacy?: unknown }
    | undefined;
}

/** Two accounts have two keys, an ARN's region is the key's, and a key that derives nothing has a secret beside it. */
export function checkKeys({ keys }: Keys, context: z.RefinementCtx): void {
  if (keys === undefined || 'keystore' in keys) return;
  const refuse = (field: string, message: string): void => {
    context.addIssue({ code: 'custom', path: ['keys', field], message });
  };
  const { spender, float, privacy } = keys;
  for (const [role, ref] of Object.entries({ spender, float })) {
    const region = 'kms' in ref ? /^arn:[^:]+:kms:([^:]+):/.exec(ref.kms.key)?.[1] : undefined;
    if ('kms' in ref && region !== undefined && region !== ref.kms.region)
      refuse(role, `its ARN is of ${region}, and its region is ${ref.kms.region}`);
  }
  if (
    'kms' in spender &&
    'kms' in float &&
    spender.kms.key === float.kms.key &&
    spender.kms.region === float.kms.region
  )
    refuse('float', 'it is the key of the spender; wanted another one, for another account');
  if ('kms' in spender && privacy === undefined)
    refuse(
      'privacy',
      "the spender's key stays in a KMS, so no other secret can be derived from it; wanted where one of 64 hex digits is, { env: NAME } or { file: PATH }",
    );
}
