export type { DescribeChains } from './describe-chains.ts';
export type { ExecuteCall } from './execute-call.ts';
export { sponsor } from './module.ts';
export type { SponsorPolicy } from './ports.ts';
export type { PrepareCall, PreparedCall, ToAuthorize } from './prepare-call.ts';
export type { ReadCall, ShownCall } from './read-call.ts';
export type { SponsorReads, SponsorWrites } from './repository.ts';
export type { Revocation, RevokeDelegation } from './revoke-delegation.ts';
export { callStatuses, type SponsoredCall } from './sponsored-call.ts';
