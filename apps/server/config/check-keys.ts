import type { z } from 'zod';
import type { KeyRef } from './keys-schema.ts';

interface KeyPair {
  readonly spender: KeyRef;
  readonly float: KeyRef;
}

interface Keys {
  readonly keys?:
    | { readonly keystore: string }
    | (KeyPair & { readonly former?: readonly KeyPair[]; readonly privacy?: unknown })
    | undefined;
}

/**
 * Two accounts have two keys, an ARN's region is the key's, and a key that derives nothing has a secret
 * beside it: the one in use, and the oldest one, by which client networks are hashed.
 */
export function checkKeys({ keys }: Keys, context: z.RefinementCtx): void {
  if (keys === undefined || 'keystore' in keys) return;
  const { spender, privacy, former = [] } = keys;
  const refuse = (path: readonly (string | number)[], message: string): void => {
    context.addIssue({ code: 'custom', path: ['keys', ...path], message });
  };
  checkPair(keys, (role, message) => refuse([role], message));
  for (const [at, pair] of former.entries())
    checkPair(pair, (role, message) => refuse(['former', at, role], message));
  const oldest = former.at(-1)?.spender ?? spender;
  const whose = 'kms' in spender ? "the spender's" : "the oldest former spender's";
  if (privacy === undefined && ('kms' in spender || 'kms' in oldest))
    refuse(
      ['privacy'],
      `${whose} key stays in a KMS, so no other secret can be derived from it; wanted where one of 64 hex digits is, { env: NAME } or { file: PATH }`,
    );
}

function checkPair(
  { spender, float }: KeyPair,
  refuse: (role: keyof KeyPair, message: string) => void,
): void {
  for (const [role, ref] of [
    ['spender', spender],
    ['float', float],
  ] as const) {
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
}
