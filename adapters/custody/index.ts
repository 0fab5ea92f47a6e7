export type { ChainFamily, FamilyParts, OpenFamily } from './chain-family.ts';
export { custodyOfFamilies, readerOfFamilies } from './custody-of-families.ts';
export { readSecretBytes, writeSecret } from './keystore.ts';
export { depositsOfFamilies } from './deposits-of-families.ts';
