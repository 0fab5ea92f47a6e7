import { asAmount, evmAddress, evmChainId, type Ppm } from '@interline/plugins';
import { usdcOnArbitrum, usdcOnBase } from '@interline/plugins/testing';
import type { Ask } from '../upstream/upstream.ts';

export const depositor = evmAddress('0x1111111111111111111111111111111111111111');
export const payer = evmAddress('0x2222222222222222222222222222222222222222');
export const recipient = evmAddress('0x3333333333333333333333333333333333333333');
/** The account that a forged answer pays. */
export const stranger = evmAddress('0x4444444444444444444444444444444444444444');

/** 100 dollars from Base to Arbitrum, unless told otherwise; the chain ids follow the tokens. */
export function testAsk(asked: Partial<Omit<Ask, 'fromChainId' | 'toChainId'>> = {}): Ask {
  const from = asked.from ?? usdcOnBase;
  const to = asked.to ?? usdcOnArbitrum;
  return {
    units: asAmount(100_000_000n),
    depositor,
    payer,
    recipient,
    slippage: 5_000 as Ppm,
    minOutput: null,
    ...asked,
    from,
    to,
    fromChainId: evmChainId(from.chain) ?? 0,
    toChainId: evmChainId(to.chain) ?? 0,
  };
}
