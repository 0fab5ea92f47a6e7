import artifact from '../contracts/artifacts/StandInBridge.json' with { type: 'json' };
import gate from '../contracts/artifacts/StandInGate.json' with { type: 'json' };
import { Interface } from 'ethers/abi';
import { ZeroAddress } from 'ethers/constants';
import type { Asset } from './order.ts';

/** The calls of the devnet's bridge: the engines' own entrypoints, and the owner's. */
export const standInBridge = new Interface(artifact.abi);

/** The messaging gate behind the bridge's orders. */
export const standInGate = new Interface(gate.abi);

const erc20 = new Interface(['function approve(address spender, uint256 amount)']);

/** The asset's address, the chain's coin written as 40 zeros. */
export function addressOrZeros({ address }: Pick<Asset, 'address'>): string {
  return address ?? ZeroAddress;
}

/** Calldata that lets the spender take the units. */
export function approval(spender: string, units: bigint): string {
  return erc20.encodeFunctionData('approve', [spender, units]);
}
