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

/** A native destination is deposited for as its wrapped token, whose address we do not know. */
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
    // Of a native source, its wrapped token.
    token: inputToken,
    units: inputAmount,
    // Where a swap follows the bridge this is a contract that carries it out: not what was asked,
    // so not taken, since who gets the money is then not to be read.
    recipient,
    refundTo: depositor,
    toChainId: Number(destinationChainId),
    minOutput: outputAmount,
  };
}
