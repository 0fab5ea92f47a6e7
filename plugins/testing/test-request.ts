import {
  asAmount,
  defaultSlippage,
  noUnits,
  type Order,
  type QuoteRequest,
  type TokenRef,
} from '@interline/kernel';
import { usdcOnArbitrum, usdcOnBase } from './test-tokens.ts';

export const testPayer = '0x1111111111111111111111111111111111111111';
export const testRecipient = '0x2222222222222222222222222222222222222222';

export interface RequestTerms {
  readonly from?: TokenRef;
  readonly to?: TokenRef;
  readonly units?: bigint;
  readonly payer?: string | null;
  readonly recipient?: string | null;
}

/** One whole dollar from Base to Arbitrum unless told otherwise. */
export function testRequest({
  from = usdcOnBase,
  to = usdcOnArbitrum,
  units = 1_000_000n,
  payer = testPayer,
  recipient = testRecipient,
}: RequestTerms = {}): QuoteRequest {
  return {
    lane: { from: from.chain, to: to.chain },
    from,
    to,
    amount: asAmount(units),
    payer,
    recipient,
    slippage: defaultSlippage,
  };
}

/** The order that a request becomes; no floor unless told otherwise. */
export function testOrder(
  request: QuoteRequest = testRequest(),
  terms: Partial<Pick<Order, 'routeId' | 'minOutput'>> = {},
): Order {
  return {
    ...request,
    routeId: 'rt_00000000000000000000000000000001',
    minOutput: noUnits,
    payer: request.payer ?? testPayer,
    recipient: request.recipient ?? testRecipient,
    ...terms,
  };
}
