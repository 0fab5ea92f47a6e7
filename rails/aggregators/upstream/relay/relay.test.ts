import { isRelayError, type Json } from '@interline/plugins';
import { etherOnBase, usdcOnBase } from '@interline/plugins/testing';
import { expect } from 'chai';
import fc from 'fast-check';
import { faultAsRefusal } from '../../testing/fault-as-refusal.ts';
import { mutatedBody } from '../../testing/mutated-body.ts';
import { orFault } from '../../testing/or-fault.ts';
import { scriptedApi } from '../../testing/scripted-api.ts';
import { depositor, recipient, stranger, testAsk } from '../../testing/test-ask.ts';
import type { Ask } from '../upstream.ts';
import { relay } from './relay.ts';
import {
  approveCall,
  approveStep,
  depositCall,
  depository,
  depositStep,
  nativeCall,
  orderId,
  quoteBody,
  requestId,
  signatureStep,
  zero,
} from './testing/relay-bodies.ts';

const { signal } = new AbortController();

const priced = {
  output: 99_968_800n,
  minOutput: 99_468_956n,
  durationSec: 2,
  bridge: 'relay',
  via: [],
  expiresAtMs: null,
  coinFee: 0n,
};
const soundFacts = { token: usdcOnBase.address, units: 100_000_000n };
const built = {
  ...priced,
  call: {
    chainId: 8453,
    to: depository,
    data: depositCall(),
    value: 0n,
    spender: depository,
    says: soundFacts,
  },
  ref: { requestId },
};
const coin = { currencyIn: { currency: { chainId: 8453, address: zero } } };

describe('Relay', () => {
  it('prices a transfer', async () => {
    const api = scriptedApi([{ status: 200, body: quoteBody() }]);

    expect(await relay.price(testAsk(), api, signal)).to.deep.equal({ ok: true, value: priced });
    expect(api.requests).to.have.lengthOf(1);
  });

  it('builds the deposit, with the spender of the approval it needs', async () => {
    expect(await build(quoteBody())).to.deep.equal({ ok: true, value: built });
  });

  it('approves the spender that the approval names, not the deposit contract', async () => {
    const steps = [approveStep({ tx: { data: approveCall(stranger) } }), depositStep()];

    expect(await build(quoteBody({ steps }))).to.have.nested.property(
      'value.call.spender',
      stranger,
    );
  });

  it("approves the deposit's own contract where an approval is left out", async () => {
    expect(await build(quoteBody({ steps: [depositStep()] }))).to.deep.equal({
      ok: true,
      value: built,
    });
  });

  it('names no spender where neither an approval nor the deposit does', async () => {
    const steps = [depositStep({ tx: { data: '0x58109c00' } })];

    expect(await build(quoteBody({ steps }))).to.deep.equal({
      ok: true,
      value: { ...built, call: { ...built.call, data: '0x58109c00', spender: null, says: {} } },
    });
  });

  it('skips steps without items', async () => {
    const steps = [
      { id: 'authorize', kind: 'signature', items: [] },
      approveStep({ step: { items: [] } }),
      approveStep(),
      depositStep(),
    ];

    expect(await build(quoteBody({ steps }))).to.deep.equal({ ok: true, value: built });
  });

  it("deposits a coin by the call's value, and counts as its fee what stands above the amount", async () => {
    const steps = [depositStep({ tx: { data: nativeCall(), value: '100000007' } })];

    expect(
      await build(quoteBody({ ...coin, steps }), testAsk({ from: etherOnBase })),
    ).to.deep.equal({
      ok: true,
      value: {
        ...built,
        coinFee: 7n,
        call: {
          ...built.call,
          data: nativeCall(),
          value: 100_000_007n,
          spender: null,
          says: { token: zero },
        },
      },
    });
  });

  it("shows a coin's deposit in place of a token's", async () => {
    const steps = [approveStep(), depositStep({ tx: { data: nativeCall() } })];

    expect(await build(quoteBody({ steps })))
      .to.have.nested.property('value.call.says')
      .that.deep.equals({ token: zero });
  });

  for (const [what, changes, says] of [
    ['another token', { token: stranger }, { ...soundFacts, token: stranger }],
    ['another amount', { amount: 100_000_001n }, { ...soundFacts, units: 100_000_001n }],
  ] as const) {
    it(`shows ${what} in the deposit`, async () => {
      const steps = [approveStep(), depositStep({ tx: { data: depositCall(changes) } })];

      expect(await build(quoteBody({ steps })))
        .to.have.nested.property('value.call.says')
        .that.deep.equals(says);
    });
  }

  it('is followed by the id of the check where the step has none', async () => {
    expect(
      await build(
        quoteBody({ steps: [approveStep(), depositStep({ step: { requestId: null } })] }),
      ),
    ).to.deep.equal({ ok: true, value: built });
  });

  const currency = (chainId: number, address: string) => ({ currency: { chainId, address } });
  const lies: readonly (readonly [why: string, body: Json, reason: string])[] = [
    [
      'it is for another source chain',
      quoteBody({ currencyIn: currency(10, usdcOnBase.address) }),
      'relay answers for another source chain than was asked for',
    ],
    [
      'it is for another source token',
      quoteBody({ currencyIn: currency(8453, stranger) }),
      'relay answers for another source token than was asked for',
    ],
    [
      'it is for another destination chain',
      quoteBody({ currencyOut: currency(10, usdcOnBase.address) }),
      'relay answers for another destination chain than was asked for',
    ],
    [
      'it is for another destination token',
      quoteBody({ currencyOut: currency(42161, stranger) }),
      'relay answers for another destination token than was asked for',
    ],
    [
      'it is for another amount',
      quoteBody({ currencyIn: { amount: '100000001' } }),
      'relay answers for another amount than was asked for',
    ],
    [
      'it is for another depositor',
      quoteBody({ details: { sender: stranger } }),
      'relay answers for another depositor than was asked for',
    ],
    [
      'it is for another recipient',
      quoteBody({ details: { recipient: stranger } }),
      'relay answers for another recipient than was asked for',
    ],
    [
      'it books to another depositor',
      quoteBody({
        steps: [approveStep(), depositStep({ tx: { data: depositCall({ depositor: stranger }) } })],
      }),
      'relay would book the deposit to another depositor',
    ],
    [
      'it books to another order',
      quoteBody({
        steps: [approveStep(), depositStep({ tx: { data: depositCall({ id: requestId }) } })],
      }),
      'relay would book the deposit to another order',
    ],
  ];

  for (const [why, body, reason] of lies) {
    it(`is at fault where ${why}`, async () => {
      expect(await offered(body)).to.deep.equal({ ok: false, code: 'RAIL_FAULT', reason });
    });
  }

  const refused: readonly (readonly [why: string, body: Json, reason: string])[] = [
    [
      'it asks for a signature',
      quoteBody({ steps: [signatureStep, depositStep()] }),
      'relay wants a signature for this transfer',
    ],
    [
      'it has no steps',
      quoteBody({ steps: [] }),
      'relay wants another number of deposits than one',
    ],
    [
      'it asks for two deposits',
      quoteBody({ steps: [depositStep(), depositStep()] }),
      'relay wants more than an approval before its deposit',
    ],
    [
      'it approves another token',
      quoteBody({ steps: [approveStep({ tx: { to: stranger } }), depositStep()] }),
      'relay wants more than an approval before its deposit',
    ],
    [
      'it transfers before it deposits',
      quoteBody({
        steps: [
          approveStep({ tx: { data: `0xa9059cbb${approveCall().slice(10)}` } }),
          depositStep(),
        ],
      }),
      'relay wants more than an approval before its deposit',
    ],
    [
      'it names two ids to follow',
      quoteBody({ steps: [approveStep(), depositStep({ step: { requestId: orderId } })] }),
      'relay does not say by which id to follow its deposit',
    ],
    [
      'it names no id to follow',
      quoteBody({
        steps: [approveStep(), depositStep({ step: { requestId: null }, check: null })],
      }),
      'relay does not say by which id to follow its deposit',
    ],
  ];

  for (const [why, body, reason] of refused) {
    it(`is refused where ${why}`, async () => {
      expect(await build(body)).to.deep.equal({ ok: false, code: 'NO_ROUTE', reason });
    });
  }

  it('is refused where the call carries less of a coin than the amount', async () => {
    const body = quoteBody({
      ...coin,
      steps: [depositStep({ tx: { data: nativeCall(), value: '99999999' } })],
    });

    expect(await offered(body, testAsk({ from: etherOnBase }))).to.deep.equal({
      ok: false,
      code: 'RAIL_FAULT',
      reason: 'relay would send less of the coin than the amount',
    });
  });

  it("takes the order's id as it stands where the quote does not name the order", async () => {
    const steps = [approveStep(), depositStep({ tx: { data: depositCall({ id: requestId }) } })];

    expect(await build(quoteBody({ steps, protocol: null }))).to.have.property('ok', true);
  });

  it('is asked once more where its simulation failed', async () => {
    const api = scriptedApi([simulationFailed, { status: 200, body: quoteBody() }]);

    expect(await relay.build(testAsk(), api, signal)).to.deep.equal({ ok: true, value: built });
    expect(api.requests).to.have.lengthOf(2);
  });

  it('is asked no more than twice', async () => {
    const api = scriptedApi([simulationFailed]);

    expect(await relay.price(testAsk(), api, signal)).to.deep.equal({
      ok: false,
      code: 'SIMULATION_FAILED',
      reason: 'relay says that its transaction would revert',
    });
    expect(api.requests).to.have.lengthOf(2);
  });

  for (const [what, body] of [
    ['an output that is a JSON number', quoteBody({ currencyOut: { amount: 99_968_800 } })],
    ['a minimum with an exponent', quoteBody({ currencyOut: { minimumAmount: '9e7' } })],
    ['a value that is a JSON number', quoteBody({ steps: [depositStep({ tx: { value: 0 } })] })],
    [
      'a target that is not an address',
      quoteBody({ steps: [depositStep({ tx: { to: 'depository' } })] }),
    ],
    [
      'a step of a kind we do not know',
      quoteBody({ steps: [depositStep({ step: { kind: 'payment' } })] }),
    ],
    [
      'an item without data',
      quoteBody({ steps: [depositStep({ step: { items: [{ status: 'incomplete' }] } })] }),
    ],
    ['text', 'no quote today'],
  ] as const) {
    it(`is at fault with ${what}`, async () => {
      const failure: unknown = await build(body).catch((error: unknown) => error);

      expect(isRelayError(failure) && failure.code).to.equal('RAIL_FAULT');
    });
  }

  it('takes only stated amounts from a mutated answer, and shows what its deposit takes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(mutatedBody(quoteBody()), hurtCalldata), async (body) => {
        const outcome = await orFault(() => build(body));
        if (outcome === null || !outcome.ok) return;

        // CAST: what was accepted has these fields, or the test fails here.
        const { details, steps } = body as {
          details: { currencyOut: Record<string, unknown>; recipient: string };
          steps: { items: { data: Record<string, unknown> }[] }[];
        };
        const { call, output, minOutput } = outcome.value;
        const tx = steps.findLast(({ items }) => items.length > 0)?.items[0]?.data ?? {};
        expect([output.toString(), minOutput.toString(), recipient]).to.deep.equal([
          details.currencyOut['amount'],
          details.currencyOut['minimumAmount'],
          details.recipient,
        ]);
        expect([call.chainId.toString(), call.to, call.data]).to.deep.equal(
          [tx['chainId'], tx['to'], tx['data']].map((field) => String(field).toLowerCase()),
        );
        expect(JSON.stringify(body).toLowerCase()).to.include(call.spender?.slice(2) ?? '');
        if (call.says.token === usdcOnBase.address && call.says.units === 100_000_000n)
          expect(call.data.slice(0, -64)).to.equal(depositCall().slice(0, -64));
        if (call.data.startsWith(depositCall().slice(0, 10)) && call.says.token !== undefined)
          expect(call.data.slice(10, 74)).to.equal(depositor.slice(2).padStart(64, '0'));
      }),
      { numRuns: 2_000 },
    );
  });
});

const simulationFailed = {
  status: 400,
  body: { message: 'Final transaction simulation failed', errorCode: 'UNKNOWN_ERROR' },
};

const hurtCalldata = mutatedBody(depositCall()).map((data) =>
  quoteBody({ steps: [approveStep(), depositStep({ tx: { data } })] }),
);

function build(body: Json, ask: Ask = testAsk()) {
  return relay.build(ask, scriptedApi([{ status: 200, body }]), signal);
}

function offered(body: Json, ask: Ask = testAsk()) {
  return faultAsRefusal(() => build(body, ask));
}
