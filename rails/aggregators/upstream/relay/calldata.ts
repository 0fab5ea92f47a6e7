import type { EvmAddress, Hex } from '@interline/plugins';
import { Interface } from 'ethers/abi';
import { z } from 'zod';
import { address } from '../../wire/read-address.ts';
import { relayCoin } from './request.ts';

const depository = new Interface([
  'function depositErc20(address depositor, address token, uint256 amount, bytes32 id)',
  'function depositNative(address depositor, bytes32 id)',
]);

/** A deposit into its contract. */
export interface Deposit {
  readonly depositor: EvmAddress;
  readonly token: EvmAddress;
  /** Null for a native deposit, which is as much as the call carries. */
  readonly amount: bigint | null;
  readonly id: string;
}

const deposit = z.object({
  depositor: address, token: address.default(relayCoin), amount: z.bigint().nullable().default(null), id: z.string(),
});

/** Null where the calldata is anything else, such as a swap that deposits what it yields. */
export function readDeposit(data: Hex): Deposit | null {
  try {
    const call = depository.parseTransaction({ data });
    return call === null ? null : deposit.parse(call.args.toObject());
  } catch {
    return null;
  }
}
