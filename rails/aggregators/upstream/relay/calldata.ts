import type { EvmAddress, Hex } from '@interline/plugins';
import { address, bytes32, readArguments, uint256 } from '../../wire/read-calldata.ts';
import { relayCoin } from './request.ts';

const depositErc20 = '0xe8017952';
const depositNative = '0x49290c1c';

/** A deposit into its contract. */
export interface Deposit {
  readonly depositor: EvmAddress;
  readonly token: EvmAddress;
  /** Null for a native deposit, whose amount is the call's value. */
  readonly amount: bigint | null;
  readonly id: Hex;
}

/** Null if the calldata is anything else, such as a swap that deposits its result. */
export function readDeposit(data: Hex): Deposit | null {
  if (data.startsWith(depositErc20))
    return readArguments(
      { depositor: address, token: address, amount: uint256, id: bytes32 },
      data,
    );
  const deposit = data.startsWith(depositNative)
    ? readArguments({ depositor: address, id: bytes32 }, data)
    : null;
  return deposit === null ? null : { ...deposit, token: relayCoin, amount: null };
}
