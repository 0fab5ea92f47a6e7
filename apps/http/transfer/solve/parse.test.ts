import { expect } from 'chai';
import { refusalOf } from '../../testing/refusal-of.ts';
import { sampleSetting } from '../../testing/sample-setting.ts';
import { recipient } from '../../testing/sample-route.ts';
import {
  arbitrum,
  arbitrumUsdc,
  base,
  baseEth,
  baseUsdc,
  bitcoin,
  bitcoinBtc,
} from '../../testing/sample-tokens.ts';
import type { IntentRequestWire } from './schemas.ts';
import { parseIntentRequest } from './parse.ts';

describe('an intent', () => {
  it('becomes one request a source, with its own amount or the shared one', () => {
    const intent = read({
      from: [{ chain: 8453, token: 'USDC', amount: '25000000' }, { chain: 'bitcoin' }],
      amount: '7',
      toAddress: recipient,
      goal: 'fastest',
    });

    const shared = {
      to: arbitrumUsdc,
      payer: null,
      recipient,
      slippage: 5_000,
      askedBy: ['alice'],
    };
    expect(intent).to.deep.equal({
      to: arbitrumUsdc,
      recipient,
      goal: 'fastest',
      sources: [
        {
          request: {
            ...shared,
            lane: { from: base, to: arbitrum },
            from: baseUsdc,
            amount: 25_000_000n,
          },
        },
        {
          request: {
            ...shared,
            lane: { from: bitcoin, to: arbitrum },
            from: bitcoinBtc,
            amount: 7n,
          },
        },
      ],
    });
  });

  it("asks for the most that can arrive, for no particular recipient, from the chain's coin, if nothing else is said", () => {
    const {
      goal,
      recipient: named,
      sources: [source],
    } = read({ from: [{ chain: '8453', amount: '1' }] });

    expect([goal, named]).to.deep.equal(['max-output', null]);
    expect(source).to.have.property('request').that.includes({ from: baseEth });
  });

  it('sets a source aside whose chain or token is not known, or whose symbol is ambiguous', () => {
    const { sources } = read({
      from: [
        { chain: 'dogecoin' },
        { chain: 8453, token: 'DOGE' },
        { chain: 10, token: 'USDC' },
        { chain: 8453, token: 'USDC' },
      ],
      amount: '1',
    });

    expect(
      sources.map((source) => ('refusal' in source ? source.refusal.code : null)),
    ).to.deep.equal(['UNROUTABLE_LANE', 'UNROUTABLE_LANE', 'BAD_REQUEST', null]);
    expect(sources[1]).to.deep.equal({
      refusal: {
        code: 'UNROUTABLE_LANE',
        reason:
          'from.1.token "DOGE" is not a token this service knows on eip155:8453; it knows ETH, USDC',
      },
    });
  });

  it('is refused whole for an invalid amount, before its lanes are judged', () => {
    const fieldOf = (wire: Partial<IntentRequestWire>): unknown[] => {
      const refused = refusalOf(() => read({ toChain: 'dogecoin', ...wire }));
      return [refused.code, refused.details['field']];
    };

    expect(
      fieldOf({
        from: [
          { chain: 8453, amount: '1' },
          { chain: 8453, amount: '0' },
        ],
      }),
    ).to.deep.equal(['BAD_AMOUNT', 'from.1.amount']);
    expect(fieldOf({ from: [{ chain: 8453, amount: '1' }], amount: '1.5' })).to.deep.equal([
      'BAD_AMOUNT',
      'amount',
    ]);
    expect(fieldOf({ from: [{ chain: 8453, amount: '1' }, { chain: 8453 }] })).to.deep.equal([
      'MISSING_FIELD',
      'from.1.amount',
    ]);
  });

  it('is refused whole for a destination that no source could reach', () => {
    const codeOf = (wire: Partial<IntentRequestWire>): string =>
      refusalOf(() => read({ from: [{ chain: 8453, amount: '1' }], ...wire })).code;

    expect(codeOf({ toChain: 'dogecoin' })).to.equal('UNROUTABLE_LANE');
    expect(codeOf({ toToken: 'DOGE' })).to.equal('UNROUTABLE_LANE');
    expect(codeOf({ toAddress: 'vitalik.eth' })).to.equal('BAD_REQUEST');
  });
});

function read(wire: Partial<IntentRequestWire>) {
  return parseIntentRequest(
    { toChain: 42161, toToken: 'USDC', from: [], ...wire },
    { ...sampleSetting, askedBy: ['alice'] },
  );
}
