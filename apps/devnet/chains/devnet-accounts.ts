import { randomBytes } from 'node:crypto';
import { HDNodeWallet, Mnemonic } from 'ethers/wallet';

/**
 * The accounts every chain of one devnet holds unlocked: the owner deploys and administers the
 * contracts, the faucet mints and hands out, the filler pays what the upstream stand-ins owe.
 * Apart, so that a test that acts as the owner never meets the others' nonces.
 */
export type DevnetAccounts = { mnemonic: string; owner: string; faucet: string; filler: string };

/**
 * Fresh for every devnet: it has real chain ids, so its keys must never be keys anyone knows or
 * reuses.
 */
export function freshAccounts(): DevnetAccounts {
  const mnemonic = Mnemonic.fromEntropy(randomBytes(16));
  const branch = HDNodeWallet.fromMnemonic(mnemonic, "m/44'/60'/0'/0");
  const account = (index: number): string => branch.deriveChild(index).address;
  return { mnemonic: mnemonic.phrase, owner: account(0), faucet: account(1), filler: account(2) };
}
