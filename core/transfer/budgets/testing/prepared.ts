import { evmAddress, evmChain } from '@interline/kernel';
import type { Prepared } from '@interline/ports';

/** A prepared transaction of the spender on Base, at a fee of 3. */
export function prepared(
  purpose: Prepared['purpose'],
  gasLimit: bigint,
  { value = 0n } = {},
): Prepared {
  return {
    purpose,
    chain: evmChain(8453),
    role: 'spender',
    account: evmAddress(`0x${'1'.repeat(40)}`),
    expects: null,
    block: 1,
    tx: {
      to: evmAddress(`0x${'2'.repeat(40)}`),
      data: '0x',
      value,
      gasLimit,
      maxFeeRate: 3n,
      tip: 1n,
    },
  };
}
