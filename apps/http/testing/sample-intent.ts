import type { PreparedOrder } from '@interline/core/transfer';
import {
  allowanceTypedData,
  asUnits,
  evmAddress,
  evmChainId,
  permitTypedData,
  type QuoteRequest,
} from '@interline/kernel';
import { sampleRouteQuote } from './sample-quote.ts';

export const spender = evmAddress('0x1000000000000000000000000000000000000abc');
export const floatAccount = evmAddress('0x2000000000000000000000000000000000000abc');

/** What the agent use case answers for a payer who never approved Permit2. */
export function sampleIntent(
  request: QuoteRequest & { readonly payer: string },
  minOut: bigint | null,
): PreparedOrder {
  const quote = sampleRouteQuote(request);
  const chainId = evmChainId(request.lane.from) ?? 0;
  const token = evmAddress(request.from.address);
  const deadline = 1_800_001_800n;
  const value = (1n << 256n) - 1n;
  return {
    quote,
    signRequest: {
      chainId,
      spender,
      tokenAddress: token,
      amount: request.amount,
      nonce: 777n,
      deadline,
      typedData: permitTypedData(
        chainId,
        { token, units: request.amount, nonce: 777n, deadline },
        spender,
      ),
      allowance: {
        typedData: allowanceTypedData(
          chainId,
          { address: token, name: 'USD Coin', version: '2' },
          evmAddress(request.payer),
          value,
          0n,
          deadline,
        ),
        value,
        deadline,
      },
    },
    digest: '0xd1',
    minOut: asUnits(minOut ?? quote.best.minOutput),
    warnings: [],
  };
}
