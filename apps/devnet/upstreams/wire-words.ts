import { Interface } from 'ethers/abi';
import { ZeroAddress } from 'ethers/constants';
import type { Asset } from './asset.ts';

const erc20 = new Interface(['function approve(address spender, uint256 amount)']);

/** The asset's address, the chain's coin written as 40 zeros. */
export function addressOrZeros({ address }: Pick<Asset, 'address'>): string {
  return address ?? ZeroAddress;
}

/** Calldata that lets the spender take the units. */
export function approval(spender: string, units: bigint): string {
  return erc20.encodeFunctionData('approve', [spender, units]);
}
