import type { Hex } from '@interline/plugins';
import { engineFault } from '../../wire/engine-fault.ts';
import {
  address,
  type ArgumentValues,
  bytes,
  readArguments,
  uint256,
  uint32,
} from '../../wire/read-calldata.ts';

/**
 * `depositV3` and `deposit`: the same fields. In the second, addresses are left-padded words, which
 * are the same bytes.
 */
const depositSelectors: readonly string[] = ['0x7b939232', '0xad5425c6'];

/**
 * A deposit into a spoke pool. `depositor` gets a refund; `outputAmount` is the least that a filler
 * may pay out.
 */
const depositFields = {
  depositor: address,
  recipient: address,
  inputToken: address,
  outputToken: address,
  inputAmount: uint256,
  outputAmount: uint256,
  destinationChainId: uint256,
  exclusiveRelayer: address,
  quoteTimestamp: uint32,
  fillDeadline: uint32,
  exclusivityDeadline: uint32,
  message: bytes,
};

export type Deposit = ArgumentValues<typeof depositFields>;

/**
 * Null for another function of Across, which is not read; throws `RAIL_FAULT` on a deposit with
 * unreadable fields.
 */
export function readDeposit(data: Hex): Deposit | null {
  if (!depositSelectors.includes(data.slice(0, 10))) return null;
  const deposit = readArguments(depositFields, data);
  if (deposit === null)
    throw engineFault('across', 'quote', 'across gave a deposit whose fields do not read');
  return deposit;
}
