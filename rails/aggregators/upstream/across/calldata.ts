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
 * `depositV3` and `deposit`: the same fields, addresses in the second as left-padded words, which
 * are the same bytes.
 */
const depositSelectors: readonly string[] = ['0x7b939232', '0xad5425c6'];

/**
 * A deposit into a spoke pool. `depositor` is who is refunded, `outputAmount` the least that a
 * filler may pay out.
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
 * Null for another function of Across, which stays unread; throws `RAIL_FAULT` on a deposit whose
 * fields do not read.
 */
export function readDeposit(data: Hex): Deposit | null {
  if (!depositSelectors.includes(data.slice(0, 10))) return null;
  const deposit = readArguments(depositFields, data);
  if (deposit === null)
    throw engineFault('across', 'quote', 'across gave a deposit whose fields do not read');
  return deposit;
}
