import { asUnits, evmAddress, type JsonObject, type RailOutcome, refuse } from '@interline/plugins';
import { etherOnBase } from '@interline/plugins/testing';
import { expect } from 'chai';
import { scriptedApi } from '../../testing/scripted-api.ts';
import { depositor, recipient, stranger, testAsk } from '../../testing/test-ask.ts';
import type { Built, Priced } from '../upstream.ts';
import { planSend } from './plan.ts';
import { readQuote } from './read-quote.ts';
import { type StargateAsk, stargateAsk } from './request.ts';
import {
  approveData,
  approveStep,
  pool,
  quotesBody,
  sendData,
  sendStep,
  taxi,
  usdcBase,
} from './testing/quotes-body.ts';

const priced: Priced = {
  output: asUnits(99_994_103n),
  minOutput: asUnits(99_500_000n),
  durationSec: 42,
  bridge: 'stargate v2 taxi',
  via: ['stargate'],
  expiresAtMs: null,
  coinFee: asUnits(181_457_290_023_101n),
};

describe("stargate's call", () => {
  it('says what its calldata holds, and approves the spender that the approve step names', () => {
    const built = buildFrom(approveStep, sendStep);

    expect(built).to.deep.equal({
      ok: true,
      value: {
        ...priced,
        call: {
          chainId: 8453,
          to: pool,
          data: sendData(),
          value: 181_457_290_023_101n,
          spender: pool,
          says: {
            units: 100_000_000n,
            refundTo: depositor,
            toChainId: 42161,
            recipient,
            minOutput: 99_500_000n,
          },
        },
        ref: { endpointId: 30110 },
      },
    });
  });

  const changes: readonly (readonly [string, Parameters<typeof sendData>[0], object])[] = [
    ['recipient', { to: stranger }, { recipient: stranger }],
    ['destination', { endpointId: 30111 }, { toChainId: 10 }],
    ['destination behind an unknown endpoint', { endpointId: 39999 }, { toChainId: 0 }],
    ['amount', { units: 100_000_001n }, { units: 100_000_001n }],
    ['minimum', { least: 1n }, { minOutput: 1n }],
    ['place for the rest of the fee', { refundTo: stranger }, { refundTo: stranger }],
  ];

  for (const [what, terms, difference] of changes) {
    it(`shows another ${what} than asked`, () => {
      const built = buildFrom(approveStep, withData(sendData(terms)));

      expect(built.ok && built.value.call.says).to.deep.include(difference);
    });
  }

  it('says nothing where its calldata is of another kind', () => {
    const built = buildFrom(approveStep, withData('0xdeadbeef'));

    expect(built.ok && built.value.call.says).to.deep.equal({});
  });

  it('needs an approval for the contract called where stargate leaves the step out, and none for a coin', () => {
    const left = buildFrom(sendStep);
    const coin = planSend(testAsk({ from: etherOnBase }), asked(), {
      priced,
      approvals: [],
      send: { to: evmAddress(pool), data: sendData(), value: asUnits(200_000_000n) },
    });

    expect([left.ok && left.value.call.spender, coin.ok && coin.value.call.spender]).to.deep.equal([
      pool,
      null,
    ]);
  });

  it('may be approved for by two steps of one spender, where a token needs zero first', () => {
    const toZero = { ...approveStep, transaction: { to: usdcBase, data: approveData(pool, 0n) } };

    const built = buildFrom(toZero, approveStep, sendStep);

    expect(built.ok && built.value.call.spender).to.equal(pool);
  });

  const approvals: readonly (readonly [string, readonly JsonObject[]])[] = [
    [
      'is for two spenders',
      [approveStep, { ...approveStep, transaction: { to: usdcBase, data: approveData(stranger) } }],
    ],
    [
      'is of another token',
      [{ ...approveStep, transaction: { to: stranger, data: approveData(pool) } }],
    ],
    ['is not an approval', [{ ...approveStep, transaction: { to: usdcBase, data: '0x095ea7b3' } }]],
  ];

  for (const [what, steps] of approvals) {
    it(`is refused where the approve step ${what}`, () => {
      expect(buildFrom(...steps, sendStep)).to.deep.equal(
        refuse(
          'NO_ROUTE',
          'stargate wants an approval other than one of this token for one spender',
        ),
      );
    });
  }
});

function withData(data: string): JsonObject {
  return { ...sendStep, transaction: { to: pool, data, value: '1' } };
}

function buildFrom(...steps: readonly JsonObject[]): RailOutcome<Built> {
  const quoted = readQuote(testAsk(), asked(), quotesBody({ ...taxi, steps }), scriptedApi([]));
  return quoted.ok ? planSend(testAsk(), asked(), quoted.value) : quoted;
}

function asked(): StargateAsk {
  const outcome = stargateAsk(testAsk());
  if (!outcome.ok) throw new Error(outcome.reason);
  return outcome.value;
}
