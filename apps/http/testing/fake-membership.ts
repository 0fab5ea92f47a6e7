import type { UseCases } from '@interline/core';
import type { MemberCollection, MemberToken } from '@interline/core/membership';
import { evmAddress } from '@interline/kernel';
import { payer } from './sample-route.ts';
import { base } from './sample-tokens.ts';

const collection: MemberCollection = {
  chain: base,
  address: evmAddress(`0x${'5a'.repeat(20)}`),
  name: 'Pass',
  budgetPerDay: 10,
  minHeldSec: 3_600,
};

const token: MemberToken = { collection, tokenId: 7n, holder: evmAddress(payer), block: 1_234 };

/** One collection, of which every wallet has number 7. */
export const fakeMembership: UseCases['membership'] = {
  collections: [collection],
  recognised: () => [collection],
  membershipOf: async () => ({ kind: 'not-a-member', reason: 'a fake' }),
  readMember: async () => ({
    tokens: [token],
    reason: 'the payer holds no other recognised member NFT',
  }),
  readUse: async () => [{ token, day: '2027-01-15', used: 3n, left: 7n }],
  linkVault: async ({ vault, hot, expiresAtMs, nonce }) => ({
    vault,
    hot,
    expiresAtMs,
    nonce,
    onlyOn: null,
    createdAtMs: 1_800_000_000_000,
    isEnded: false,
  }),
  endLink: async () => undefined,
};
