import { expect } from 'chai';
import { sampleOption } from '../../testing/sample-intent-plan.ts';
import { sampleIndicativeQuote } from '../../testing/sample-quote.ts';
import { sampleRequest } from '../../testing/sample-route.ts';
import { bitcoin, bitcoinBtc } from '../../testing/sample-tokens.ts';
import { agentRequestBody } from '../agent/schemas.ts';
import { executeRequestBody } from '../execute/schemas.ts';
import { presentIntentPlan } from './present.ts';

const intent = {
  to: sampleRequest.to,
  recipient: sampleRequest.recipient,
  goal: 'max-output',
  sources: [{ request: sampleRequest }],
} as const;
const setting = {
  sent: [{ chain: 8453, token: 'USDC' }],
  isOptIn: (rail: string) => rail === 'floatlane',
};
const fromBitcoin = {
  ...sampleRequest,
  lane: { ...sampleRequest.lane, from: bitcoin },
  from: bitcoinBtc,
};
const nothing = { plan: null, alternatives: [], skipped: [] };

describe('a plan on the wire', () => {
  it('names source, rail and figures, and carries the body that executes it', () => {
    const written = presentIntentPlan(
      { ...nothing, plan: sampleOption(sampleRequest) },
      intent,
      setting,
    );

    expect(written).to.deep.equal({
      goal: 'max-output',
      to: { chain: 42161, token: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831', symbol: 'USDC' },
      plan: {
        from: {
          chain: 8453,
          token: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
          symbol: 'USDC',
          amount: '25000000',
        },
        rail: 'floatlane',
        estOut: '24975000',
        minOut: '24875000',
        qualityScore: 89,
        effectiveFeePct: 0.1,
        etaSeconds: 12,
        execute: {
          fromChain: 8453,
          toChain: 42161,
          fromToken: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
          toToken: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
          amount: '25000000',
          toAddress: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
          mode: 'permit2',
          minOut: '24875000',
          live: true,
        },
      },
      alternatives: [],
      skipped: [],
      sourcesConsidered: 1,
      note: 'nothing was executed: add fromAddress to plan.execute and POST it to /api/agent/do for what to sign',
    });
  });

  it('has an execute body that execute takes once a permit is in, and the agent once a payer is', () => {
    const permit2 = {
      owner: sampleRequest.payer,
      permitted: { token: sampleRequest.from.address, amount: '25000000' },
      nonce: '7',
      deadline: '1800001800',
      signature: '0x01',
    };

    const execute = presentIntentPlan(
      { ...nothing, plan: sampleOption(sampleRequest, { ahead: ['lifi'] }) },
      intent,
      setting,
    ).plan?.execute;

    expect(executeRequestBody.safeParse({ ...execute, permit2 }).success).to.equal(true);
    expect(
      agentRequestBody.safeParse({ ...execute, fromAddress: sampleRequest.payer }).success,
    ).to.equal(true);
    expect(execute?.excludeRails).to.deep.equal(['lifi']);
  });

  it('leaves the recipient out if none was named, and live if the way broadcasts without', () => {
    const execute = presentIntentPlan(
      { ...nothing, plan: sampleOption({ ...sampleRequest, recipient: null }) },
      intent,
      { ...setting, isOptIn: () => false },
    ).plan?.execute;

    expect(execute).not.to.have.any.keys('toAddress', 'live', 'excludeRails', 'slippage');
  });

  it('has a deposit as a plan that is executed as it is', () => {
    const deposit = sampleOption(fromBitcoin, { eligibility: { kind: 'deposit' } });
    const nameless = { ...deposit, request: { ...fromBitcoin, recipient: null } };
    const written = presentIntentPlan({ ...nothing, plan: deposit }, intent, setting);

    expect(written.plan?.execute).to.include({ fromChain: 'bitcoin', live: true });
    expect(written.plan?.execute).not.to.have.property('mode');
    expect(executeRequestBody.safeParse(written.plan?.execute).success).to.equal(true);
    expect([
      written.note,
      presentIntentPlan({ ...nothing, plan: nameless }, intent, setting).note,
    ]).to.deep.equal([
      'nothing was executed: POST plan.execute to /api/route/execute, which answers with where to pay',
      'nothing was executed: add toAddress to plan.execute and POST it to /api/route/execute, which answers with where to pay',
    ]);
  });

  it('gives an alternative its execute body if it can be executed, else the reason', () => {
    const coin = fromBitcoin;
    const priced = {
      quote: sampleIndicativeQuote(sampleRequest, 'prices only'),
      effectiveFee: { lost: 1n, of: 1_000n, basis: 'charge' },
      qualityScore: 60,
    } as const;

    const { alternatives, note } = presentIntentPlan(
      {
        ...nothing,
        alternatives: [
          sampleOption(sampleRequest),
          sampleOption(coin, { eligibility: { kind: 'deposit' } }),
          sampleOption(sampleRequest, {
            offer: priced,
            eligibility: { kind: 'priced', reason: 'prices only' },
          }),
        ],
      },
      intent,
      setting,
    );

    expect(
      alternatives.map(({ rail, quoteOnly, reason, execute }) => [
        rail,
        quoteOnly,
        reason,
        execute?.mode,
      ]),
    ).to.deep.equal([
      ['floatlane', false, undefined, 'permit2'],
      ['floatlane', false, 'its source sends a deposit instead of signing a permit', undefined],
      ['solana', true, 'prices only', undefined],
    ]);
    expect(note).to.equal('no source can be executed; the alternatives say why');
  });

  it('says of a skipped source where it stood, what it was and why', () => {
    const sources = [
      { request: sampleRequest },
      { refusal: { code: 'UNROUTABLE_LANE', reason: 'not known' } },
      { refusal: { code: 'UNROUTABLE_LANE', reason: 'not known' } },
    ] as const;
    const sent = [
      { chain: 8453, token: 'USDC' },
      { chain: 'dogecoin' },
      { chain: 8453, token: 'x'.repeat(45) },
    ];

    const { skipped, sourcesConsidered, note } = presentIntentPlan(
      {
        ...nothing,
        skipped: [
          { index: 0, code: 'NO_ROUTE', reason: 'no price' },
          { index: 1, code: 'UNROUTABLE_LANE', reason: 'not known' },
          { index: 2, code: 'UNROUTABLE_LANE', reason: 'not known' },
        ],
      },
      { ...intent, sources },
      { ...setting, sent },
    );

    expect(skipped).to.deep.equal([
      {
        index: 0,
        from: {
          chain: 8453,
          token: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
          symbol: 'USDC',
          amount: '25000000',
        },
        reason: 'no price',
        errorCode: 'NO_ROUTE',
      },
      { index: 1, from: { chain: 'dogecoin' }, reason: 'not known', errorCode: 'UNROUTABLE_LANE' },
      {
        index: 2,
        from: { chain: 8453, token: '45 characters' },
        reason: 'not known',
        errorCode: 'UNROUTABLE_LANE',
      },
    ]);
    expect([sourcesConsidered, note]).to.deep.equal([3, 'no source was quoted; skipped says why']);
  });
});
