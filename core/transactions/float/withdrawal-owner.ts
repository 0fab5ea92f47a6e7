import type { Owner } from '@interline/kernel';

/** In front of the ids of owners that take funds of ours out of an account. */
export const withdrawalPrefix = 'wd_';

/** Whether it takes funds of ours out of an account by the operator's order. */
export function isWithdrawal({ owner }: { readonly owner: Owner }): boolean {
  return owner.kind === 'relayer' && owner.id.startsWith(withdrawalPrefix);
}
