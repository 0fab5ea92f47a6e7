import type { Owner } from '@interline/kernel';

/** Prefix of owner ids that withdraw our funds from an account. */
export const withdrawalPrefix = 'wd_';

/** Whether it withdraws our funds from an account by an operator's order. */
export function isWithdrawal({ owner }: { readonly owner: Owner }): boolean {
  return owner.kind === 'relayer' && owner.id.startsWith(withdrawalPrefix);
}
