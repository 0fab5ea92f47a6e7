import { randomBytes } from 'node:crypto';
import { getAddress, type Provider, Wallet } from 'ethers';

/** Of a random key: to derive one from a mnemonic, as `Wallet.createRandom` does, costs 5 ms. */
export function freshWallet(provider?: Provider): Wallet {
  return new Wallet(`0x${randomBytes(32).toString('hex')}`, provider);
}

/** An account whose key does not exist. */
export function freshAddress(): string {
  return getAddress(`0x${randomBytes(20).toString('hex')}`);
}
