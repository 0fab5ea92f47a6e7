import type { EvmAddress, Hex } from '@interline/plugins';
import { address, uint256 } from './calldata-words.ts';
import { readArguments } from './read-arguments.ts';

const approve = '0x095ea7b3';

/**
 * Who an `approve(address,uint256)` names; null where the calldata is anything else. The amount is
 * of no use: approvals of ours are exact.
 */
export function approvedSpender(data: Hex): EvmAddress | null {
  return data.startsWith(approve)
    ? (readArguments({ spender: address, amount: uint256 }, data)?.spender ?? null)
    : null;
}
