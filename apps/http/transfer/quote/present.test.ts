import { asUnits } from '@interline/kernel';
import {
  sampleFirmQuote,
  sampleIndicativeQuote,
  sampleRouteQuote,
} from '../../testing/sample-quote.ts';
import { sampleRequest } from '../../testing/sample-route.ts';
import { baseEth, bitcoin, bitcoinBtc, solana, solanaSol } from '../../testing/sample-tokens.ts';
import { presentQuote } from './present.ts';
import { expect } from 'chai';

describe('a quote on the wire', () => {
  it('has every field of the spec, amounts as digits and addresses with their checksum', () => {
    expect(presentQuote(sampleRouteQuote(sampleRequest), sampleRequest)).to.deep.equal({
      gasless: true,
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
        estimated: '24975000',
        min: '24875000',
        recipient: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
      },
      bridge: 'floatlane',
      via: [],
      bestOf: 1,
      compared: [
        {
          rail: 'floatlane',
          ok: true,
          estOut: '24975000',
          etaSeconds: 12,
          best: true,
          quoteOnly: false,
        },
        {
          rail: 'lifi',
          ok: true,
          estOut: '24974999',
          etaSeconds: 40,
          best: false,
          quoteOnly: false,
        },
        {
          rail: 'relay',
          ok: false,
          estOut: '0',
          etaSeconds: null,
          best: false,
          quoteOnly: false,
          errorCode: 'RAIL_TIMEOUT',
          reason: 'did not answer within 3000 ms',
        },
      ],
      durationSec: 12,
      svcRouteFeeBps: 8,
      svcRouteFee: '20000',
      quoteOnly: false,
      executeReady: true,
      note: 'executable: POST /api/agent/do answers with what to sign',
      floatlane: {
        fee: '20000',
        effectiveFeeBps: 8,
        capNow: '2500000000',
        destFloat: '10000000000',
        pricing: { mode: 'base' },
        freeTier: { applied: false },
        vip: { isMember: false },
      },
    });
  });

  it('has all that is lost beside the charge, where that was reckoned', () => {
    const loss = { lost: 1_448_100n, of: 250_000_000n, basis: 'units' } as const;
    const quote = presentQuote({ ...sampleRouteQuote(sampleRequest), loss }, sampleRequest);

    expect(quote).to.deep.include({
      svcRouteFee: '20000',
      lost: '144810',
      effectiveFeePct: 0.58,
      effectiveFeeBasis: 'units',
    });
  });

  it('of a corridor that is only priced says so three times over', () => {
    const request = {
      ...sampleRequest,
      lane: { ...sampleRequest.lane, to: solana },
      to: solanaSol,
      recipient: null,
    };
    const best = sampleIndicativeQuote(
      request,
      'Solana as a destination is never settled, only priced where a rail prices it',
    );

    const quote = presentQuote(
      { best, bestOf: 1, compared: [{ rail: 'solana', quote: best, refusal: null }], blocks: {} },
      request,
    );

    expect([quote.quoteOnly, quote.executeReady, quote.quoteOnlyReason]).to.deep.equal([
      true,
      false,
      'Solana as a destination is never settled, only priced where a rail prices it',
    ]);
    expect([
      quote.bridge,
      quote.via,
      quote.to.chain,
      quote.to.token,
      quote.to.recipient,
    ]).to.deep.equal(['wormhole', ['jupiter'], 'solana', 'native', null]);
    expect(quote.note).to.match(/; recipient is null because no toAddress was named$/);
  });

  it('to another family without a recipient says that execute needs one', () => {
    const request = {
      ...sampleRequest,
      lane: { ...sampleRequest.lane, to: solana },
      to: solanaSol,
      recipient: null,
    };
    const { note } = presentQuote(sampleRouteQuote(sampleRequest), request);

    expect(note).to.match(/; recipient is null because no toAddress was named/);
    expect(presentQuote(sampleRouteQuote(sampleRequest), sampleRequest).note).not.to.match(
      /toAddress/,
    );
  });

  it("of an EVM chain's own coin is neither gasless nor ready, and says to wrap it", () => {
    const quote = presentQuote(sampleRouteQuote(sampleRequest), {
      ...sampleRequest,
      from: baseEth,
    });

    expect([quote.gasless, quote.quoteOnly, quote.executeReady, quote.from.token]).to.deep.equal([
      false,
      true,
      false,
      'native',
    ]);
    expect(quote.quoteOnlyReason).to.equal(
      "ETH is the chain's own coin and cannot be pulled with a permit; wrap it and send the wrapped token as fromToken",
    );
  });

  it('of bitcoin is ready without being gasless, for deposits need no permit', () => {
    const quote = presentQuote(sampleRouteQuote(sampleRequest), {
      ...sampleRequest,
      lane: { ...sampleRequest.lane, from: bitcoin },
      from: bitcoinBtc,
    });

    expect([quote.gasless, quote.executeReady, quote.from.chain]).to.deep.equal([
      false,
      true,
      'bitcoin',
    ]);
    expect(quote.note).to.equal(
      'executable: POST /api/route/execute with live: true answers with where to send the funds',
    );
  });

  it('to another family says which step comes next beside what the rail says, and that live is needed', () => {
    const lane = { ...sampleRequest.lane, to: bitcoin };
    const request = { ...sampleRequest, lane, to: bitcoinBtc };
    const best = { ...sampleFirmQuote(request), note: 'paid out of our own inventory' };
    const compared = [{ rail: best.rail, quote: best, refusal: null }];

    const { note } = presentQuote({ best, bestOf: 0, compared, blocks: {} }, request);

    expect(note).to.equal(
      'paid out of our own inventory; executable: POST /api/agent/do answers with what to sign, and execute broadcasts with live: true only',
    );
  });

  it("says that the payment creates the recipient's account, where the best rail says so", () => {
    const best = sampleFirmQuote(sampleRequest);
    const compared = [{ rail: best.rail, quote: best, refusal: null }];
    const quoteWith = (blocks: Record<string, { createsAccount: boolean }>) =>
      presentQuote({ best, bestOf: 0, compared, blocks }, sampleRequest).createsAccount;

    expect(quoteWith({ [best.rail]: { createsAccount: true } })).to.equal(true);
    expect(quoteWith({ other: { createsAccount: true } })).to.equal(undefined);
    expect(quoteWith({})).to.equal(undefined);
  });

  it("shows the floor that was agreed where it is not the quote's own", () => {
    expect(
      presentQuote(sampleRouteQuote(sampleRequest), sampleRequest, asUnits(24_900_000n)).to.min,
    ).to.equal('24900000');
  });

  it("lets no rail's block overwrite a field of the service", () => {
    const best = sampleFirmQuote(sampleRequest);

    const quote = presentQuote(
      {
        best,
        bestOf: 1,
        compared: [{ rail: 'x', quote: best, refusal: null }],
        blocks: { quoteOnly: { hidden: true }, x: { mine: 1 } },
      },
      sampleRequest,
    );

    expect([quote.quoteOnly, quote['x']]).to.deep.equal([false, { mine: 1 }]);
  });

  it('writes amounts beyond 2^53 without losing a unit', () => {
    const best = sampleFirmQuote(sampleRequest, {
      output: asUnits(123_456_789_012_345_678_901_234_567_891n),
    });

    expect(
      presentQuote(
        { best, bestOf: 1, compared: [{ rail: 'x', quote: best, refusal: null }], blocks: {} },
        sampleRequest,
      ).to.estimated,
    ).to.equal('123456789012345678901234567891');
  });
});
