import { isRelayError, type Json } from '@interline/plugins';
import { etherOnBase, usdcOnBase } from '@interline/plugins/testing';
import { expect } from 'chai';
import fc from 'fast-check';
import { faultAsRefusal } from '../../testing/fault-as-refusal.ts';
import { mutatedBody } from '../../testing/mutated-body.ts';
import { orFault } from '../../testing/or-fault.ts';
import { scriptedApi } from '../../testing/scripted-api.ts';
import { recipient, stranger, testAsk } from '../../testing/test-ask.ts';
import type { Ask } from '../upstream.ts';
import { lifi } from './lifi.ts';
import { bridgeCall, diamond, noRouteBody, quoteBody } from './testing/lifi-bodies.ts';

const { signal } = new AbortController();

const priced = {
  output: 99_861_200n,
  minOutput: 99_361_894n,
  durationSec: 24,
  bridge: 'stargateV2',
  via: ['feeCollection', 'stargateV2'],
  expiresAtMs: null,
  coinFee: 21_000_000_000_000n,
};
const soundFacts = { recipient, toChainId: 42_161, token: usdcOnBase.address, units: 100_000_000n };

describe('LI.FI', () => {
  it('prices a transfer', async () => {
    const api = scriptedApi([{ status: 200, body: quoteBody() }]);

    expect(await lifi.price(testAsk(), api, signal)).to.deep.equal({ ok: true, value: priced });
    expect(api.requests).to.have.lengthOf(1);
  });

  it('builds the call, and says what it reads in it', async () => {
    expect(await build(quoteBody())).to.deep.equal({
      ok: true,
      value: {
        ...priced,
        call: {
          chainId: 8453,
          to: diamond,
          data: bridgeCall(),
          value: 21_000_000_000_000n,
          spender: diamond,
          says: soundFacts,
        },
        ref: { fromChain: 8453, toChain: 42161 },
      },
    });
  });

  it('needs no approval for a coin, and counts value above the amount as its fee', async () => {
    const ask = testAsk({ from: etherOnBase });
    const body = quoteBody({
      action: { fromToken: { address: '0x0000000000000000000000000000000000000000' } },
      tx: {
        value: '0x5f5e107',
        data: bridgeCall({ sendingAssetId: '0x0000000000000000000000000000000000000000' }),
      },
    });

    const built = await build(body, ask);

    expect(built).to.have.nested.property('value.coinFee', 7n);
    expect(built).to.have.nested.property('value.call.spender', null);
    expect(built).to.have.nested.property(
      'value.call.says.token',
      '0x0000000000000000000000000000000000000000',
    );
  });

  for (const [what, changes, facts] of [
    ['another recipient', { receiver: stranger }, { ...soundFacts, recipient: stranger }],
    ['another destination chain', { destinationChainId: 10n }, { ...soundFacts, toChainId: 10 }],
    [
      'a destination chain above any number',
      { destinationChainId: 2n ** 256n - 1n },
      { ...soundFacts, toChainId: 2 ** 256 },
    ],
    ['another token', { sendingAssetId: stranger }, { ...soundFacts, token: stranger }],
    ['another amount', { minAmount: 100_000_001n }, { ...soundFacts, units: 100_000_001n }],
    [
      'a swap before the bridge',
      { hasSourceSwaps: true, sendingAssetId: stranger, minAmount: 7n },
      { recipient, toChainId: 42_161 },
    ],
  ] as const) {
    it(`shows ${what} in the calldata`, async () => {
      expect(await build(quoteBody({ tx: { data: bridgeCall(changes) } })))
        .to.have.nested.property('value.call.says')
        .that.deep.equals(facts);
    });
  }

  it('reads the first argument whatever the function and whatever follows it', async () => {
    const data = `0xdeadbeef${bridgeCall().slice(10)}${'00'.repeat(64)}`;

    expect(await build(quoteBody({ tx: { data } })))
      .to.have.nested.property('value.call.says')
      .that.deep.equals(soundFacts);
  });

  for (const [what, data] of [
    [
      'a name that is not text',
      bridgeCall({ receiver: stranger }).replace(hexOf('stargateV2'), 'ff'.repeat(10)),
    ],
    ['a last name without its padding', bridgeCall({ receiver: stranger }).slice(0, -46)],
  ] as const) {
    it(`reads past ${what}, as the chain does`, async () => {
      expect(await build(quoteBody({ tx: { data } })))
        .to.have.nested.property('value.call.says')
        .that.deep.equals({ ...soundFacts, recipient: stranger });
    });
  }

  it('says nothing of packed calldata', async () => {
    expect(await build(quoteBody({ tx: { data: `0x1d1f0101${'12'.repeat(60)}` } })))
      .to.have.nested.property('value.call.says')
      .that.deep.equals({});
  });

  for (const [what, action] of [
    ['another source chain', { fromChainId: 10 }],
    ['another destination chain', { toChainId: 10 }],
    ['another source token', { fromToken: { address: stranger } }],
    ['another destination token', { toToken: { address: stranger } }],
    ['another amount', { fromAmount: '100000001' }],
    ['another depositor', { fromAddress: stranger }],
    ['another recipient', { toAddress: stranger }],
  ] as const) {
    it(`is refused with an answer for ${what}`, async () => {
      expect(await offered(quoteBody({ action }))).to.deep.equal({
        ok: false,
        code: 'RAIL_FAULT',
        reason: `lifi answers for ${what} than was asked for`,
      });
    });
  }

  it('is refused where the call carries less of a coin than the amount', async () => {
    const body = quoteBody({
      action: { fromToken: { address: '0x0000000000000000000000000000000000000000' } },
      tx: { value: '0x5f5e0ff' },
    });

    expect(await offered(body, testAsk({ from: etherOnBase }))).to.deep.equal({
      ok: false,
      code: 'RAIL_FAULT',
      reason: 'lifi would send less of the coin than the amount',
    });
  });

  it('is refused with the reason of its bridges', async () => {
    const api = scriptedApi([{ status: 404, body: noRouteBody('AMOUNT_TOO_LOW') }]);

    expect(await lifi.price(testAsk(), api, signal)).to.deep.equal({
      ok: false,
      code: 'NO_ROUTE',
      reason: 'the amount is too low for the bridges of lifi',
    });
  });

  for (const [what, body] of [
    ['an output that is a JSON number', quoteBody({ estimate: { toAmount: 99_861_200 } })],
    ['a minimum with a point', quoteBody({ estimate: { toAmountMin: '99361894.0' } })],
    ['a value that is a JSON number', quoteBody({ tx: { value: 21_000 } })],
    ['a target that is not an address', quoteBody({ tx: { to: 'diamond' } })],
    ['no transaction', quoteBody({ tx: { to: null } })],
    ['text', 'no quote today'],
  ] as const) {
    it(`is at fault with ${what}`, async () => {
      const failure: unknown = await build(body).catch((error: unknown) => error);

      expect(isRelayError(failure) && failure.code).to.equal('RAIL_FAULT');
    });
  }

  it('takes only stated amounts from a mutated answer, and shows the recipient', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(mutatedBody(quoteBody()), hurtCalldata), async (body) => {
        const built = await orFault(() => build(body));
        if (built === null || !built.ok) return;

        // CAST: what was accepted has these fields, or the test fails here.
        const { estimate, transactionRequest: tx } = body as {
          estimate: Record<string, unknown>;
          transactionRequest: Record<string, unknown>;
        };
        const { call, output, minOutput } = built.value;
        expect([output.toString(), minOutput.toString()]).to.deep.equal([
          estimate['toAmount'],
          estimate['toAmountMin'],
        ]);
        expect([call.chainId.toString(), call.to, call.data, call.spender]).to.deep.equal([
          String(tx['chainId']),
          ...[tx['to'], tx['data'], estimate['approvalAddress']].map((text) =>
            String(text).toLowerCase(),
          ),
        ]);
        if (call.says.recipient === recipient)
          expect(wordAt(call.data, 6)).to.equal(wordOf(recipient));
        if (call.says.toChainId === 42_161) expect(wordAt(call.data, 8)).to.equal(wordOf('0xa4b1'));
        if (call.says.token !== undefined)
          expect(wordAt(call.data, 5)).to.equal(wordOf(call.says.token));
        if (call.says.units === 100_000_000n)
          expect(wordAt(call.data, 7)).to.equal(wordOf('0x5f5e100'));
      }),
      { numRuns: 2_000 },
    );
  });
});

const hurtCalldata = mutatedBody(bridgeCall()).map((data) => quoteBody({ tx: { data } }));

function hexOf(text: string): string {
  return Buffer.from(text).toString('hex');
}

function build(body: Json, ask: Ask = testAsk()) {
  return lifi.build(ask, scriptedApi([{ status: 200, body }]), signal);
}

function offered(body: Json, ask: Ask = testAsk()) {
  return faultAsRefusal(() => build(body, ask));
}

/** The words after the selector; the first points at the tuple, which begins with the second. */
function wordAt(data: string, index: number): string {
  return data.slice(10 + 64 * index, 74 + 64 * index);
}

function wordOf(hex: string): string {
  return hex.slice(2).padStart(64, '0');
}
