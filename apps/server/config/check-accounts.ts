import type { z } from 'zod';

interface Accounts {
  readonly accounts?:
    { readonly enabled?: boolean | undefined; readonly origins: readonly string[] } | undefined;
  readonly server: { readonly publicUrl?: string | undefined };
}

/** A signed message names where it was asked for, and that is never taken from a request. */
export function checkAccounts({ accounts, server }: Accounts, context: z.RefinementCtx): void {
  if (accounts?.enabled !== true || server.publicUrl !== undefined || accounts.origins.length > 0)
    return;
  context.addIssue({
    code: 'custom',
    path: ['accounts', 'enabled'],
    message:
      'wallets sign in at an origin, and none is known; wanted server: { publicUrl } or accounts: { origins } beside it',
  });
}
