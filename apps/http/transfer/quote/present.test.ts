import type { RouteQuote } from '@interline/core/transfer';
import { asUnits, type QuoteRequest, readSlippage } from '@interline/kernel';
import {
  sampleFirmQuote,
  sampleIndicativeQuote,
  sampleRouteQuote,
} from '../../testing/sample-quote.ts';
import { sampleRequest } from '../../testing/sample-route.ts';
import { baseEth, bitcoin, bitcoinBtc, solana, solanaSol } from '../../testing/sample-tokens.ts';
import { presentQuote } from './present.ts';
import { expect } from 'chai';

/** The float lane alone broadcasts only with `live: true`. */
const onWire = (answer: RouteQuote, request: QuoteRequest, floor = answer.best.minOutput) =>
  presentQuote(answer, request, { isOptIn: (engine) => engine === 'floatlane', floor });

describe('a quote on the wire', () => {
  it('has every field of the spec, amounts as digits and addresses with their checksum', () => {
    expect(onWire(sampleRouteQuote(sampleRequest), sampleRequest)).to.deep.equal({
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
          minOut: '24875000',
          fee: '20000',
          fees: { service: '20000', gas: '0' },
          needsLive: true,
          etaSeconds: 12,
          best: true,
          quoteOnly: false,
        },
        {
          rail: 'lifi',
          ok: true,
          estOut: '24974999',
          minOut: '24875000',
          fee: '20000',
          fees: { service: '20000', gas: '0' },
          needsLive: false,
          etaSeconds: 40,
          best: false,
          quoteOnly: false,
        },
        {
          rail: 'relay',
          ok: false,
          estOut: '0',
          needsLive: false,
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
      fees: { service: '20000', gas: '0' },
      quoteOnly: false,
      executeReady: true,
      execute: { mode: 'permit2', live: true, minOut: '24875000' },
      note: 'executable: POST /api/agent/do answers with what to sign, and execute broadcasts it with live: true only; without it execute takes lifi, which brings 24974999 and at least 24875000',
      floatlane: {
        fee: '20000',
        effectiveFeeBps: 8,
        capNow: '2500000000',
        destFloat: '10000000000',
        pricing: { mode: 'base', feeBps: 8, standardFeeBps: 8, reason: 'no discount' },
        freeTier: { applied: false, failedCheck: 'amount', reason: 'above 25 USD' },
        vip: { isMember: false, matched: null, collections: [] },
      },
    });
  });

  it('says what a body without live: true would do', () => {
    const answer = sampleRouteQuote(sampleRequest);
    const noteOf = (...rails: readonly string[]) =>
      onWire(
        { ...answer, compared: answer.compared.filter(({ rail }) => rails.includes(rail)) },
        sampleRequest,
      ).note;
    const lifi = answer.compared[1]?.quote ?? answer.best;

    expect(noteOf('floatlane')).to.match(/with live: true only; without it execute rehearses$/);
    expect(noteOf('floatlane', 'lifi')).to.match(/; without it execute takes lifi, which brings /);
    expect(onWire({ ...answer, best: lifi }, sampleRequest)).to.deep.include({
      execute: { mode: 'permit2', minOut: '24875000' },
      note: 'executable: POST /api/agent/do answers with what to sign, and execute broadcasts by default',
    });
  });

  it('has what each takes: the service, its gas, and the engine if par is known', () => {
    const best = sampleFirmQuote(sampleRequest, {
      rail: 'lifi',
      fee: asUnits(45_500n),
      gasFee: asUnits(25_500n),
      output: asUnits(24_855_190n),
    });
    const compared = [{ rail: 'lifi', quote: best, refusal: null }];
    const answer = { best, bestOf: 1, compared, blocks: {} };

    const quote = onWire({ ...answer, prices: { from: null, to: null } }, sampleRequest);

    expect(quote).to.deep.include({
      svcRouteFeeBps: 8,
      svcRouteFee: '45500',
      fees: { service: '20000', gas: '25500', engine: '99310' },
      lost: '144810',
      effectiveFeePct: 0.58,
      effectiveFeeBasis: 'units',
    });
    expect(quote.compared[0]?.fees).to.deep.equal(quote.fees);
    expect(onWire(answer, sampleRequest).fees).to.deep.equal({ service: '20000', gas: '25500' });
  });

  it('of an engine that keeps no price is marked as quote-only if the slippage leaves it no room', () => {
    const request = { ...sampleRequest, slippage: readSlippage(0) };
    const best = sampleFirmQuote(request, { keeps: 'perishable', minOutput: asUnits(24_975_000n) });
    const answer = { best, bestOf: 1, compared: [], blocks: {} };

    expect(onWire(answer, request)).to.deep.include({ executeReady: false, quoteOnly: true });
    expect(onWire(answer, request).quoteOnlyReason).to.match(
      /; allow a slippage of at least 0.0005$/,
    );
    expect(onWire(answer, request)).not.to.have.property('execute');
  });

  it('of a corridor that is only priced is marked so in three fields', () => {
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

    const quote = onWire(
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
    expect(quote.note).to.match(
      /^a price only: Solana as a destination is never settled, .*; recipient is null because no toAddress was named$/,
    );
  });

  it('to another family without a recipient says that execute needs one', () => {
    const request = {
      ...sampleRequest,
      lane: { ...sampleRequest.lane, to: solana },
      to: solanaSol,
      recipient: null,
    };
    const { note } = onWire(sampleRouteQuote(sampleRequest), request);

    expect(note).to.match(/; recipient is null because no toAddress was named/);
    expect(onWire(sampleRouteQuote(sampleRequest), sampleRequest).note).not.to.match(/toAddress/);
  });

  it('was silent on when an engine with no requests left is asked again', () => {
    const quote = onWire(
      {
        ...sampleRouteQuote(sampleRequest),
        compared: [{ rail: 'lifi', quote: null, refusal: usedUp }],
      },
      sampleRequest,
    );

    expect(quote.compared).to.deep.equal([
      {
        rail: 'lifi',
        ok: false,
        estOut: '0',
        etaSeconds: null,
        best: false,
        quoteOnly: false,
        needsLive: false,
        errorCode: 'RAIL_DOWN',
        reason: 'the request limit of lifi is used up for 7199 s',
        retryAfterMs: 7_198_500,
      },
    ]);
  });

  it("of an EVM chain's own coin is neither gasless nor ready, and says to wrap it", () => {
    const quote = onWire(sampleRouteQuote(sampleRequest), {
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
      'ETH is the chain\'s own coin: it settles not by permit, only in the operator\'s mode "self"; wrap it and send the wrapped token as fromToken',
    );
  });

  it('of bitcoin is ready without being gasless, for deposits need no permit', () => {
    const quote = onWire(sampleRouteQuote(sampleRequest), {
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

  it('to another family gives the next step in addition to what the rail says, and that live is needed', () => {
    const lane = { ...sampleRequest.lane, to: bitcoin };
    const request = { ...sampleRequest, lane, to: bitcoinBtc };
    const best = { ...sampleFirmQuote(request), note: 'paid out of our own inventory' };
    const compared = [{ rail: best.rail, quote: best, refusal: null }];

    const { note } = onWire({ best, bestOf: 0, compared, blocks: {} }, request);

    expect(note).to.equal(
      'paid out of our own inventory; executable: POST /api/agent/do answers with what to sign, and execute broadcasts it with live: true only; without it execute rehearses',
    );
  });

  it("reports that the payment creates the recipient's account if the best rail does", () => {
    const best = sampleFirmQuote(sampleRequest);
    const compared = [{ rail: best.rail, quote: best, refusal: null }];
    const quoteWith = (blocks: Record<string, { createsAccount: boolean }>) =>
      onWire({ best, bestOf: 0, compared, blocks }, sampleRequest).createsAccount;

    expect(quoteWith({ [best.rail]: { createsAccount: true } })).to.equal(true);
    expect(quoteWith({ other: { createsAccount: true } })).to.equal(undefined);
    expect(quoteWith({})).to.equal(undefined);
  });

  it("shows the floor that was agreed if it is not the quote's own", () => {
    expect(
      onWire(sampleRouteQuote(sampleRequest), sampleRequest, asUnits(24_900_000n)).to.min,
    ).to.equal('24900000');
  });

  it('has what an engine says of itself next to its price, the float lane at the top', () => {
    const best = sampleFirmQuote(sampleRequest, { rail: 'x' });
    const compared = [{ rail: 'x', quote: best, refusal: null }];
    const { floatlane = {} } = sampleRouteQuote(sampleRequest).blocks;

    const quote = onWire(
      {
        best,
        bestOf: 1,
        compared,
        blocks: { quoteOnly: { hidden: true }, x: { mine: 1 }, floatlane },
      },
      sampleRequest,
    );

    expect([quote.quoteOnly, quote.compared[0]?.facts, quote.floatlane]).to.deep.equal([
      false,
      { mine: 1 },
      floatlane,
    ]);
    expect(quote).not.to.have.property('x');
  });

  it('writes amounts beyond 2^53 without losing a unit', () => {
    const best = sampleFirmQuote(sampleRequest, {
      output: asUnits(123_456_789_012_345_678_901_234_567_891n),
    });

    expect(
      onWire(
        { best, bestOf: 1, compared: [{ rail: 'x', quote: best, refusal: null }], blocks: {} },
        sampleRequest,
      ).to.estimated,
    ).to.equal('123456789012345678901234567891');
  });
});

const usedUp = {
  rail: 'lifi',
  code: 'RAIL_DOWN',
  reason: 'the request limit of lifi is used up for 7199 s',
  retryAfterMs: 7_198_500,
} as const;
