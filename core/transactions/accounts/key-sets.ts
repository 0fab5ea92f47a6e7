import type { Address } from '@interline/kernel';
import type { CustodyPort } from '@interline/ports';
import type { KeySet } from '../ports.ts';

/** The parts with the current keys, then with each rotated set. */
export function withEachKeySet<T extends KeySetParts>(ports: T): readonly T[] {
  return [ports, ...ports.former.map((one) => ({ ...ports, ...one }))];
}

/** The parts with the keys that own the account; null if no set does. */
export function withKeysOf<T extends KeySetParts>(ports: T, account: Address): T | null {
  return withEachKeySet(ports).find(({ custody }) => custody.roleOf(account) !== null) ?? null;
}

interface KeySetParts {
  readonly custody: CustodyPort;
  readonly former: readonly KeySet[];
}
