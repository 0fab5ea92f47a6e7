import { accountRoles, type AccountRole, type EvmAddress } from '@interline/kernel';
import type { CustodyPort } from '@interline/ports';

/** The role of an account of the keys in use; undefined for any other address. */
export function roleInUse(
  custody: Pick<CustodyPort, 'account'>,
  account: EvmAddress,
): AccountRole | undefined {
  return accountRoles.find((role) => custody.account(role) === account);
}

/** The same, of former keys as well. */
export function roleOf(
  custody: Pick<CustodyPort, 'account' | 'former'>,
  account: EvmAddress,
): AccountRole | undefined {
  return [custody, ...custody.former]
    .map((keys) => roleInUse(keys, account))
    .find((role) => role !== undefined);
}
