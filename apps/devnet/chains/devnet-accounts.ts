import { randomBytes } from 'node:crypto';
import { HDNodeWallet, Mnemonic } from 'ethers/wallet';

/**
 * Unlocked accounts on every chain of one devnet: the owner deploys and administers the contracts,
 * the faucet mints and distributes, the filler pays what the upstream stand-ins owe. They are
 * separate, so that a test that acts as the owner does not disturb the others' nonces.
 */
export type DevnetAccounts = { mnemonic: string; owner: string; faucet: string; filler: string };

/** New for every devnet: it has real chain ids, so its keys must not be known or reused. */
export function freshAccounts(): DevnetAccounts {
  const mnemonic = Mnemonic.fromEntropy(randomBytes(16));
  const branch = HDNodeWallet.fromMnemonic(mnemonic, "m/44'/60'/0'/0");
  const account = (index: number): string => branch.deriveChild(index).address;
  return { mnemonic: mnemonic.phrase, owner: account(0), faucet: account(1), filler: account(2) };
}
