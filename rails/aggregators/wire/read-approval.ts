import { type EvmAddress, evmAddress, type Hex } from '@interline/plugins';
import { Interface } from 'ethers/abi';

const erc20 = new Interface(['function approve(address spender, uint256 amount)']);

/** Who an `approve(address,uint256)` names; null where the calldata is anything else. The amount is of no use: approvals of ours are exact. */
export function approvedSpender(data: Hex): EvmAddress | null {
  try {
    const call = erc20.parseTransaction({ data });
    return call === null ? null : evmAddress(String(call.args[0]));
  } catch {
    return null;
  }
}
