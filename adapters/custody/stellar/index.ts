export { stellarFamily } from './family.ts';
export { type StellarCustody, stellarCustody } from './stellar-custody.ts';
