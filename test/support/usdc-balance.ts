import type { Devnet } from '@interline/devnet';
import { tokenBalance } from './token-balance.ts';

/** USDC of an account as its chain says, in smallest units. */
export function usdcBalance(
  devnet: Pick<Devnet, 'chains'>,
  chainId: number,
  owner: string,
): Promise<bigint> {
  return tokenBalance(devnet, chainId, 'USDC', owner);
}
