import { asAmount, asUnits, defaultSlippage, evmAddress, evmChain } from '@interline/kernel';
import { expect } from 'chai';
import { outcomeOf, runRequest } from './carry-out.ts';

const [base, optimism] = [evmChain(8453), evmChain(10)];
const payer = evmAddress(`0x${'7'.repeat(40)}`);
const token = { address: payer as string, symbol: 'USDC', decimals: 6, asset: 'USD' };
const to = { ...token, chain: optimism };
const reason = 'its account on eip155:10 is not funded for this payout';

describe("a record's rehearsal", () => {
  it('that our float cannot pay out is refused, because a live run does not wait for it', async () => {
    const needs = { token: to, free: asUnits(5n) };
    const refusals = [
      { rail: 'lifi', code: 'NO_ROUTE', reason: 'too small' } as const,
      { rail: 'floatlane', code: 'INSUFFICIENT_FLOAT', reason, needs } as const,
    ];
    const outcome = await outcomeOf(
      async () => ({ kind: 'dry', rankedOffers: [], refusals, note: 'it would wait' }),
      request,
      AbortSignal.any([]),
    );

    expect(outcome).to.deep.equal({ kind: 'refused', code: 'INSUFFICIENT_FLOAT', reason });
  });

  it('that no rail can take is refused with what the rehearsal says', async () => {
    const outcome = await outcomeOf(
      async () => ({ kind: 'dry', rankedOffers: [], refusals: [], note: 'none is left' }),
      request,
      AbortSignal.any([]),
    );

    expect(outcome).to.deep.equal({ kind: 'refused', code: 'NO_ROUTE', reason: 'none is left' });
  });
});

const request = runRequest({
  terms: {
    quote: {
      lane: { from: base, to: optimism },
      from: { ...token, chain: base },
      to,
      amount: asAmount(5n),
      payer,
      recipient: payer,
      slippage: defaultSlippage,
    },
    excludeRails: [],
  },
  live: true,
  isLive: false,
  isOperator: true,
  client: 'a client',
  key: 'a key',
});
