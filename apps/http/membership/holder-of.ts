import type { Session } from '@interline/core/accounts';
import type { Holder } from '@interline/core/membership';
import { evmAddress } from '@interline/kernel';

/** The wallet that has signed in. */
export function holderOf({ account: { address, onlyOn } }: Pick<Session, 'account'>): Holder {
  return { address: evmAddress(address), onlyOn };
}
