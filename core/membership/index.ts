export type { EndLink, LinkVault } from './link-vault.ts';
export type { MemberCollection, MembershipPolicy, MemberToken, VaultLink } from './member-token.ts';
export { membership } from './module.ts';
export type { Holder, ReadMember, TokenUse } from './read-members.ts';
export type { MembershipReads, MembershipWrites } from './repository.ts';
