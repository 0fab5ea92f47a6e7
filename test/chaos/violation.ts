/**
 * - lost: money left a payer and arrived nowhere, or a promise was forgotten
 * - paid-twice: more left the float than was owed
 * - false-failed: FAILED though it was paid, or nothing stood in its way
 * - unbalanced: books, balances or nonces differ between store and chain
 */
export const violationKinds = ['lost', 'paid-twice', 'false-failed', 'unbalanced'] as const;

export interface Violation {
  readonly kind: (typeof violationKinds)[number];
  readonly what: string;
}
