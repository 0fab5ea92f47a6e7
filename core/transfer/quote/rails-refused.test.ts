import type { ErrorCode } from '@interline/kernel';
import type { RailRefusal } from '../route.ts';
import { cannotExecute, cannotQuote } from './rails-refused.ts';
import { expect } from 'chai';

const lowFloat: RailRefusal = {
  rail: 'floatlane',
  code: 'INSUFFICIENT_FLOAT',
  reason: 'amount 5 is above capNow 4',
};
const slow: RailRefusal = {
  rail: 'lifi',
  code: 'RAIL_TIMEOUT',
  reason: 'did not answer in 3000 ms',
};

describe('rails that refuse alike', () => {
  it('are named together before their shared reason', () => {
    const because = (rail: string, reason: string) => ({ rail, code: 'PAUSED' as const, reason });
    const { message } = cannotExecute([
      because('lifi', 'chain 8453 is paused'),
      because('relay', 'its engine is paused'),
      because('across', 'chain 8453 is paused'),
    ]);

    expect(message).to.equal('lifi, across: chain 8453 is paused; relay: its engine is paused');
  });
});

describe('rails that the request excludes', () => {
  const left: RailRefusal = { rail: 'lifi', code: 'NO_ROUTE', reason: 'excluded by the request' };

  it('are the only obstacle only if no rail refused by itself', () => {
    const isByRequest = (refusals: readonly RailRefusal[], excluded: readonly RailRefusal[]) => [
      cannotQuote({ refusals, excluded }).isByRequest,
      cannotExecute(refusals, excluded).isByRequest,
    ];

    expect(isByRequest([], [left, { ...left, rail: 'floatlane' }])).to.deep.equal([true, true]);
    expect(isByRequest([slow], [left])).to.deep.equal([false, false]);
    expect(isByRequest([], [])).to.deep.equal([false, false]);
  });
});

describe('a quote without a price', () => {
  it('ends no reason with a full stop before the next', () => {
    const dry: RailRefusal = { ...slow, rail: 'relay', reason: 'The relayer is out of gas.' };

    expect(cannotQuote({ refusals: [dry, slow], excluded: [] }).message).to.equal(
      'no rail can settle this lane and amount now: relay: The relayer is out of gas; lifi: did not answer in 3000 ms',
    );
  });

  it("is NO_ROUTE with every rail's reason, in the text and as data", () => {
    expect(cannotQuote({ refusals: [lowFloat, slow], excluded: [] })).to.deep.include({
      code: 'NO_ROUTE',
      details: {},
      refusals: [lowFloat, slow],
      message:
        'no rail can settle this lane and amount now: floatlane: amount 5 is above capNow 4; lifi: did not answer in 3000 ms',
    });
  });

  it('stays NO_ROUTE if all rails refuse for one specific reason', () => {
    expect(cannotQuote({ refusals: [lowFloat, lowFloat], excluded: [] }).code).to.equal('NO_ROUTE');
  });

  it('is retryable if an unreachable chain is the only obstacle', () => {
    const down: RailRefusal = {
      rail: 'floatlane',
      code: 'CHAIN_UNREACHABLE',
      reason: 'eip155:8453 does not answer now',
    };
    const left: RailRefusal = { rail: 'lifi', code: 'NO_ROUTE', reason: 'excluded by the request' };

    expect(cannotQuote({ refusals: [down], excluded: [left] })).to.deep.include({
      code: 'CHAIN_UNREACHABLE',
      refusals: [down, left],
    });
    expect(cannotQuote({ refusals: [down, slow], excluded: [] }).code).to.equal('NO_ROUTE');
    expect(cannotQuote({ refusals: [], excluded: [left] }).code).to.equal('NO_ROUTE');
  });

  it("is retryable if the only obstacle is this client's used-up share of an engine's limit", () => {
    const spent: RailRefusal = { rail: 'lifi', code: 'RATE_LIMITED', reason: 'used up for 60 s' };

    expect(
      cannotQuote({ refusals: [spent, { ...spent, rail: 'across' }], excluded: [] }).code,
    ).to.equal('RATE_LIMITED');
    expect(cannotQuote({ refusals: [spent, slow], excluded: [] }).code).to.equal('NO_ROUTE');
  });

  it('names what the recipient lacks, if that is the only obstacle', () => {
    const untrusting: RailRefusal = {
      rail: 'stellar',
      code: 'TRUSTLINE_MISSING',
      reason: 'the recipient holds no trustline',
    };

    const { code, message } = cannotQuote({ refusals: [untrusting], excluded: [] });
    expect([code, message]).to.deep.equal([
      'TRUSTLINE_MISSING',
      'stellar: the recipient holds no trustline',
    ]);
    expect(cannotExecute([untrusting]).code).to.equal('TRUSTLINE_MISSING');
    expect(cannotQuote({ refusals: [untrusting, slow], excluded: [] }).code).to.equal('NO_ROUTE');
  });

  it('reports it if no rail answered at all', () => {
    expect(cannotQuote({ refusals: [], excluded: [] })).to.deep.include({
      code: 'NO_ROUTE',
      refusals: [],
      message: 'no rail can settle this lane and amount now: no rail answered',
    });
  });
});

describe('an execution without a usable engine', () => {
  const telling: readonly ErrorCode[] = [
    'BELOW_AGREED_OUTPUT',
    'INSUFFICIENT_FLOAT',
    'BUDGET_SPENT',
    'GAS_EXHAUSTED',
    'ACCOUNT_STOPPED',
    'CHAIN_UNREACHABLE',
    'SIMULATION_FAILED',
  ];

  for (const code of telling) {
    it(`is ${code} if that is the only obstacle`, () => {
      const refusals: readonly RailRefusal[] = [
        { rail: 'floatlane', code, reason: 'this' },
        { rail: 'lifi', code, reason: 'that' },
      ];

      expect(cannotExecute(refusals)).to.deep.include({
        code,
        refusals,
        message: 'floatlane: this; lifi: that',
      });
    });
  }

  it('is BELOW_AGREED_OUTPUT if one rail would serve except for the floor, with every reason', () => {
    const short: RailRefusal = {
      rail: 'lifi',
      code: 'BELOW_AGREED_OUTPUT',
      reason: 'output 3 is below the agreed 4',
    };

    expect(cannotExecute([lowFloat, short, { ...slow, rail: 'relay' }])).to.deep.include({
      code: 'BELOW_AGREED_OUTPUT',
      refusals: [lowFloat, short, { ...slow, rail: 'relay' }],
      message:
        'floatlane: amount 5 is above capNow 4; lifi: output 3 is below the agreed 4; relay: did not answer in 3000 ms',
    });
  });

  it('is NO_ROUTE with every reason when they differ', () => {
    const stopped: RailRefusal = { rail: 'lifi', code: 'ACCOUNT_STOPPED', reason: 'it stopped' };

    expect(cannotExecute([lowFloat, stopped])).to.deep.include({
      code: 'NO_ROUTE',
      refusals: [lowFloat, stopped],
      message:
        'no rail can settle this lane and amount now: floatlane: amount 5 is above capNow 4; lifi: it stopped',
    });
  });

  it('is NO_ROUTE if the shared code is no more specific', () => {
    expect(cannotExecute([slow, slow]).code).to.equal('NO_ROUTE');
    expect(
      cannotExecute([{ rail: 'lifi', code: 'NO_ROUTE', reason: 'no liquidity' }]).code,
    ).to.equal('NO_ROUTE');
    expect(cannotExecute([]).code).to.equal('NO_ROUTE');
  });
});
