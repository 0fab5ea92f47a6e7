import { evmAddress, type EvmAddress, type Hex, RelayError } from '@interline/plugins';
import { AbiCoder } from 'ethers/abi';

/** A deposit into a spoke pool. `depositor` is who is refunded, `outputAmount` the least that a filler may pay out. */
export interface Deposit {
  readonly depositor: EvmAddress;
  readonly recipient: EvmAddress;
  readonly inputToken: EvmAddress;
  readonly outputToken: EvmAddress;
  readonly inputAmount: bigint;
  readonly outputAmount: bigint;
  readonly toChainId: number;
}

/** `depositV3` and `deposit`: the same fields, addresses in the second as left-padded words, which are the same bytes. */
const depositSelectors: readonly string[] = ['0x7b939232', '0xad5425c6'];

const depositFields = ['address', 'address', 'address', 'address', 'uint256', 'uint256', 'uint256', 'address', 'uint32', 'uint32', 'uint32', 'bytes'];

/** Null for another function of Across, which stays unread; throws `RAIL_FAULT` on a deposit whose fields do not read. */
export function readDeposit(data: Hex): Deposit | null {
  if (!depositSelectors.includes(data.slice(0, 10))) return null;
  try {
    return depositOf(AbiCoder.defaultAbiCoder().decode(depositFields, `0x${data.slice(10)}`).toArray());
  } catch (error) {
    throw new RelayError('RAIL_FAULT', { rail: 'across', step: 'quote' }, 'across gave a deposit whose fields do not read', { cause: error });
  }
}

function depositOf(fields: readonly unknown[]): Deposit {
  // CAST: the coder answers by the list of fields above, in its order.
  const [depositor, recipient, inputToken, outputToken, inputAmount, outputAmount, chainId] = fields as [string, string, string, string, bigint, bigint, bigint];
  return {
    depositor: evmAddress(depositor), recipient: evmAddress(recipient),
    inputToken: evmAddress(inputToken), outputToken: evmAddress(outputToken),
    inputAmount, outputAmount, toChainId: Number(chainId),
  };
}
