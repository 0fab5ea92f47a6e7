import type { AccountRole, Address } from '@interline/kernel';
import type { CustodyPort } from '@interline/ports';

/** The role of an account of the current or former keys; undefined for any other address. */
export function roleOf(
  custody: Pick<CustodyPort, 'roleOf' | 'former'>,
  account: Address,
): AccountRole | undefined {
  return (
    [custody, ...custody.former]
      .map((keys) => keys.roleOf(account))
      .find((role) => role !== null) ?? undefined
  );
}
