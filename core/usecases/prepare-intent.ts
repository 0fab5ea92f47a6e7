import type { Amount, EvmAddress, Hex, QuoteRequest, TypedData, Units } from '@interline/domain';
import type { RouteQuote } from './quote-route.ts';

export interface SignRequest {
  readonly chainId: number;
  readonly spender: EvmAddress;
  readonly tokenAddress: EvmAddress;
  readonly amount: Amount;
  readonly nonce: bigint;
  readonly deadline: bigint;
  readonly typedData: TypedData;
  /** Present when the payer never let Permit2 take the token and the token takes EIP-2612 permits. */
  readonly allowance: { readonly typedData: TypedData; readonly value: bigint; readonly deadline: bigint } | null;
}

export interface PreparedIntent {
  readonly quote: RouteQuote;
  readonly signRequest: SignRequest;
  readonly digest: Hex;
  /** The floor the execute body must carry. */
  readonly minOut: Units;
  /** What stands in the way of executing as it is (an approval to give, a balance to fund), in our words. */
  readonly warnings: readonly string[];
}

/** Quotes, suggests a nonce and keeps the intent under the permit's digest. Needs a payer and a recipient. */
export type PrepareIntent = (request: QuoteRequest & { readonly payer: string; readonly recipient: string }, minOut: Units | null, excludeRails: readonly string[], signal: AbortSignal) => Promise<PreparedIntent>;
