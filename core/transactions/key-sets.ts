import type { EvmAddress } from '@interline/kernel';
import type { CustodyPort } from '@interline/ports';

/** Custody with the keys in use, then with each former set of keys. */
export function keySetsOf(custody: CustodyPort): readonly CustodyPort[] {
  return [custody, ...custody.former];
}

/** Custody with the keys that the account is one of; null where it is of none that are known. */
export function keySetWith(custody: CustodyPort, account: EvmAddress): CustodyPort | null {
  return (
    keySetsOf(custody).find(
      (one) => one.account('spender') === account || one.account('float') === account,
    ) ?? null
  );
}
