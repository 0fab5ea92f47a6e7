import { asAmount, type QuoteRequest, readSlippage, type TokenRef } from '@interline/plugins';

export const payer = '0x00000000000000000000000000000000000a11ce';
export const recipient = '0x0000000000000000000000000000000000000b0b';

export function laneRequest(
  from: TokenRef,
  to: TokenRef,
  units: bigint,
  changes: Partial<QuoteRequest> = {},
): QuoteRequest {
  return {
    lane: { from: from.chain, to: to.chain },
    from,
    to,
    amount: asAmount(units),
    payer,
    recipient,
    slippage: readSlippage(undefined),
    ...changes,
  };
}
