import type { Comparison } from '@interline/core/transfer';
import { asAmount, bps, noUnits, type QuoteRequest } from '@interline/kernel';
import { sampleComparison } from '../../testing/sample-comparison.ts';
import { sampleIndicativeQuote } from '../../testing/sample-quote.ts';
import { sampleRequest } from '../../testing/sample-route.ts';
import { solana, stellar, stellarUsdc } from '../../testing/sample-tokens.ts';
import { presentComparison } from './present.ts';
import { expect } from 'chai';

const onWire = (comparison: Comparison, request: QuoteRequest) =>
  presentComparison(comparison, request, { isOptIn: (engine) => engine === 'floatlane' });

describe('a comparison on the wire', () => {
  it('has every way, the best first and the refusals last', () => {
    expect(onWire(sampleComparison(sampleRequest), sampleRequest)).to.deep.equal({
      lane: {
        fromChain: '8453',
        toChain: '42161',
        applicableRails: ['floatlane', 'lifi', 'relay'],
        estOutUnit: 'USDC (6 decimals)',
      },
      quotes: [
        {
          rail: 'floatlane',
          ok: true,
          estOut: '24975000',
          etaSeconds: 12,
          best: true,
          effectiveFeePct: 0.1,
          effectiveFeeBasis: 'units',
          qualityScore: 89,
          quoteOnly: false,
          bridge: 'floatlane',
          minOut: '24875000',
          fee: '20000',
          fees: { service: '20000', gas: '0', engine: '5000' },
          needsLive: true,
        },
        {
          rail: 'lifi',
          ok: true,
          estOut: '24950000',
          etaSeconds: 40,
          best: false,
          effectiveFeePct: 0.2,
          effectiveFeeBasis: 'units',
          qualityScore: 87,
          quoteOnly: false,
          bridge: 'across',
          minOut: '24875000',
          fee: '20000',
          fees: { service: '20000', gas: '0', engine: '30000' },
          needsLive: false,
        },
        {
          rail: 'relay',
          ok: false,
          estOut: '0',
          etaSeconds: 0,
          best: false,
          effectiveFeePct: 0,
          qualityScore: 0,
          quoteOnly: false,
          needsLive: false,
          errorCode: 'NO_ROUTE',
          reason: 'below its minimum',
          minInput: '30000000',
        },
      ],
      best: 'floatlane',
      comparedRails: 2,
      railsAttempted: 3,
      guard: {
        ok: true,
        effectiveFeePct: 0.1,
        effectiveFeeBasis: 'units',
        thresholdPct: 5,
        recommendedMinInput: '4878',
      },
      cached: false,
      firstParty: {
        rail: 'floatlane',
        estOut: '24975000',
        bestThirdParty: { rail: 'lifi', estOut: '24950000' },
        advantageBps: 10,
        cheaper: true,
      },
    });
  });

  it('has no best if nothing gave a price, and still a recommendation', () => {
    const nothing = sampleComparison(sampleRequest, {
      priced: [],
      refusals: [{ rail: 'relay', code: 'RAIL_DOWN', reason: 'resting' }],
      guard: { ok: false, fee: null, thresholdBps: bps(500), recommendedMinInput: asAmount(1n) },
      firstParty: {
        rail: null,
        output: noUnits,
        bestThirdParty: null,
        advantageBps: 0,
        isCheaper: false,
      },
    });

    expect(onWire(nothing, sampleRequest)).to.deep.include({
      best: '',
      comparedRails: 0,
      railsAttempted: 1,
      guard: { ok: false, effectiveFeePct: 0, thresholdPct: 5, recommendedMinInput: '1' },
      firstParty: { rail: '', estOut: '0', bestThirdParty: null, advantageBps: 0, cheaper: false },
    });
  });

  it('says when an engine with no requests left can be asked again', () => {
    const reason = 'the request limit of lifi is used up for 7199 s';
    const refusals = [
      { rail: 'lifi', code: 'RAIL_DOWN', reason, retryAfterMs: 7_198_500 },
    ] as const;

    const { quotes } = onWire(
      sampleComparison(sampleRequest, { priced: [], refusals }),
      sampleRequest,
    );

    expect(quotes).to.have.length(1);
    expect(quotes[0]).to.deep.include({ errorCode: 'RAIL_DOWN', reason, retryAfterMs: 7_198_500 });
  });

  it('says of a price that cannot be executed that it is one, and why', () => {
    const quote = sampleIndicativeQuote(sampleRequest, 'prices only');
    const priced = [
      { quote, effectiveFee: { lost: 1n, of: 1_000n, basis: 'charge' }, qualityScore: 60 },
    ] as const;

    const [written] = onWire(sampleComparison(sampleRequest, { priced }), sampleRequest).quotes;

    expect(written).to.deep.include({
      rail: 'solana',
      ok: true,
      best: true,
      quoteOnly: true,
      reason: 'prices only',
      effectiveFeeBasis: 'charge',
    });
  });

  it('says of a firm price on a lane that is never settled that it is one only', () => {
    const request = { ...sampleRequest, lane: { ...sampleRequest.lane, to: solana } };

    const [written] = onWire(sampleComparison(request), request).quotes;

    expect(written).to.include({ ok: true, quoteOnly: true });
    expect(written?.reason).to.be.a('string').and.not.equal('');
  });

  it('names nodes beyond the EVM, and says when it is an earlier answer', () => {
    const request = { ...sampleRequest, lane: { from: solana, to: stellar }, to: stellarUsdc };

    const { lane, cached } = onWire(sampleComparison(request, { isCached: true }), request);

    expect([lane.fromChain, lane.toChain, lane.estOutUnit, cached]).to.deep.equal([
      'solana',
      'stellar',
      'USDC (7 decimals)',
      true,
    ]);
  });
});
