import { isNative } from '@interline/plugins';
import { engineFault } from '../../wire/engine-fault.ts';
import type { Ask, Built, CallFacts } from '../upstream.ts';
import { type Deposit, readDeposit } from './calldata.ts';
import type { AcrossQuote } from './read-quote.ts';

export function planCall(ask: Ask, { priced, tx, spender }: AcrossQuote): Built {
  const deposit = readDeposit(tx.data);
  if (deposit !== null && !pays(deposit, ask))
    throw engineFault('across', 'quote', 'across would deliver another token than was asked for');
  return {
    ...priced,
    call: {
      ...tx,
      spender: isNative(ask.from) ? null : spender,
      says: deposit === null ? {} : factsOf(deposit),
    },
    ref: {},
  };
}

/** A deposit for a native destination names its wrapped token, whose address we do not know. */
function pays({ outputToken }: Deposit, { to }: Ask): boolean {
  return isNative(to) || outputToken === to.address;
}

function factsOf({
  depositor,
  recipient,
  inputToken,
  inputAmount,
  outputAmount,
  destinationChainId,
}: Deposit): CallFacts {
  return {
    // For a native source, its wrapped token.
    token: inputToken,
    units: inputAmount,
    // If a swap follows the bridge, this is a contract that executes it. We did not request that,
    // so it is refused: the final recipient cannot be read.
    recipient,
    refundTo: depositor,
    toChainId: Number(destinationChainId),
    minOutput: outputAmount,
  };
}
