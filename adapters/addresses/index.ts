export { addressReader } from './address-reader.ts';
export type { BitcoinNetwork } from './bitcoin.ts';
export { isSpeltRight } from './is-spelt-right.ts';
export { readStellarAddress } from './stellar.ts';
