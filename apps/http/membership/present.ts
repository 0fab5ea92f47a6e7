import type {
  MemberCollection,
  MemberToken,
  TokenUse,
  VaultLink,
} from '@interline/core/membership';
import { chainIdOf } from '../accounts/present.ts';

export function presentCollection(collection: MemberCollection) {
  const { chain, address, name, budgetPerDay, minHeldSec } = collection;
  return {
    chainId: chainIdOf(chain),
    address,
    standard: 'ERC-721' as const,
    name,
    budgetPerDay,
    minHeldSeconds: minHeldSec,
  };
}

export function presentToken(token: MemberToken) {
  return { ...namedToken(token), atBlock: token.block };
}

export function presentUse({ token, day, used, left }: TokenUse) {
  return { ...namedToken(token), day, used: Number(used), left: Number(left) };
}

export function presentLink({ vault, hot, onlyOn, expiresAtMs }: VaultLink) {
  return {
    vault,
    hot,
    expiresAt: expiresAtMs,
    onlyOn: onlyOn === null ? null : chainIdOf(onlyOn),
  };
}

function namedToken({ collection, tokenId, holder }: MemberToken) {
  const { chain, address, name } = collection;
  return {
    chainId: chainIdOf(chain),
    collection: address,
    name,
    tokenId: tokenId.toString(),
    holder,
  };
}
