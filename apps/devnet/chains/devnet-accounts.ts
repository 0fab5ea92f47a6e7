import { randomBytes } from 'node:crypto';
import { HDNodeWallet, Mnemonic } from 'ethers/wallet';

/**
 * The accounts every chain of one devnet holds unlocked: the owner deploys and administers the contracts,
 * the faucet mints and hands out. Two, so that a test that acts as the owner never meets the faucet's nonces.
 */
export type DevnetAccounts = { mnemonic: string; owner: string; faucet: string };

/** Fresh for every devnet: it has real chain ids, so its keys must never be keys anyone knows or reuses. */
export function freshAccounts(): DevnetAccounts {
  const mnemonic = Mnemonic.fromEntropy(randomBytes(16));
  const branch = HDNodeWallet.fromMnemonic(mnemonic, "m/44'/60'/0'/0");
  return { mnemonic: mnemonic.phrase, owner: branch.deriveChild(0).address, faucet: branch.deriveChild(1).address };
}
