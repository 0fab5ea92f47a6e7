import { type ClaimSigning, signClaims, type SignClaims } from './sign-claims.ts';

/** Signs what a plan offers; a plan is useful without the signature too. */
export type SignPlan = SignClaims;

export function signPlan({
  isEnabled,
  ...signing
}: ClaimSigning & { readonly isEnabled: boolean }): SignPlan {
  return isEnabled
    ? signClaims(signing, { type: 'interline-plan+jwt', what: 'plan' })
    : async () => null;
}
