import { asUnits } from '@interline/kernel';
import { sampleFirmQuote } from '../../testing/sample-quote.ts';
import { sampleRequest, sampleRoute } from '../../testing/sample-route.ts';
import { presentExecution } from './present.ts';
import { expect } from 'chai';

const request = { quote: sampleRequest, mode: 'permit2', minOut: null, isOperator: false } as const;
const setting = {
  basePath: '',
  nowMs: 1_800_000_005_000,
  isOptIn: (engine: string) => engine === 'floatlane',
};

describe('an execution on the wire', () => {
  it('is the receipt of the route it started', () => {
    expect(presentExecution({ kind: 'route', route: sampleRoute() }, request, setting)).to.include({
      id: 'rt_0123456789abcdef0123456789abcdef',
      elapsedSec: 5,
    });
  });

  it('is a rehearsal that says what would be sent, by every way in its rank, and which need live: true', () => {
    const first = sampleFirmQuote(sampleRequest);
    const second = sampleFirmQuote(sampleRequest, {
      rail: 'lifi',
      bridge: 'across',
      durationSec: 40,
    });
    const rankedOffers = [
      { railPackage: 'floatlane', quote: first },
      { railPackage: 'aggregators', quote: second },
    ];

    const dry = presentExecution(
      {
        kind: 'dry',
        rankedOffers,
        refusals: [
          {
            rail: 'relay',
            code: 'NO_ROUTE',
            reason: 'below its minimum',
            minInput: asUnits(30_000_000n),
          },
        ],
        note: 'send live: true',
      },
      request,
      setting,
    );

    expect(dry).to.deep.equal({
      status: 'DRY',
      broadcast: false,
      wouldSend: {
        rail: 'floatlane',
        bridge: 'floatlane',
        mode: 'permit2',
        from: {
          chain: 8453,
          token: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
          symbol: 'USDC',
          amount: '25000000',
        },
        to: {
          chain: 42161,
          token: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
          symbol: 'USDC',
          recipient: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
          estimated: '24975000',
          min: '24875000',
        },
        svcFee: '20000',
        needsLive: true,
      },
      rankedRails: [
        {
          rail: 'floatlane',
          bridge: 'floatlane',
          estOut: '24975000',
          minOut: '24875000',
          fee: '20000',
          etaSeconds: 12,
          needsLive: true,
        },
        {
          rail: 'lifi',
          bridge: 'across',
          estOut: '24975000',
          minOut: '24875000',
          fee: '20000',
          etaSeconds: 40,
          needsLive: false,
        },
      ],
      refusals: [
        { rail: 'relay', code: 'NO_ROUTE', reason: 'below its minimum', minInput: '30000000' },
      ],
      note: 'send live: true',
    });
  });

  it('would send nothing if no way is left', () => {
    expect(
      presentExecution(
        { kind: 'dry', rankedOffers: [], refusals: [], note: 'none' },
        request,
        setting,
      ),
    ).to.deep.include({ wouldSend: null, rankedRails: [] });
  });
});
