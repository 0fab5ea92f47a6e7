import { answer, asAmount, evmChain, isRelayError, type Json, refuse } from '@interline/plugins';
import { etherOnBase } from '@interline/plugins/testing';
import { expect } from 'chai';
import { faultAsRefusal } from '../../testing/fault-as-refusal.ts';
import { scriptedApi } from '../../testing/scripted-api.ts';
import { testAsk } from '../../testing/test-ask.ts';
import type { Ask } from '../upstream.ts';
import { symbiosis } from './symbiosis.ts';
import {
  metaRouter,
  metaRouterGateway,
  routeCalldata,
  swapBody,
} from './testing/symbiosis-bodies.ts';

const stranger = '0x4444444444444444444444444444444444444444';
const signal = new AbortController().signal;

describe('the symbiosis engine', () => {
  it('builds the swap with what its calldata says, and has the gateway approved', async () => {
    const built = await build(swapBody());

    expect(built).to.deep.equal(
      answer({
        output: 99_700_000n,
        minOutput: 99_201_500n,
        durationSec: 45,
        bridge: 'symbiosis',
        via: ['symbiosis', 'octopool', 'uniswap-v3'],
        expiresAtMs: null,
        coinFee: 0n,
        call: {
          chainId: 8453,
          to: metaRouter,
          data: routeCalldata(),
          value: 0n,
          spender: metaRouterGateway,
          says: { token: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913', units: 100_000_000n },
        },
        ref: { fromChainId: 8453, toChainId: 42161 },
      }),
    );
  });

  it('gives back to the account that deposits: no member of its request names another', () => {
    expect(symbiosis.traits.refundsTo).to.equal('depositor');
  });

  it('prices and builds by the same body at two paths', async () => {
    const api = scriptedApi([{ status: 200, body: swapBody() }]);

    const priced = await symbiosis.price(testAsk(), api, signal);
    await symbiosis.build(testAsk(), api, signal);

    expect(priced).to.deep.equal(
      answer({
        output: 99_700_000n,
        minOutput: 99_201_500n,
        durationSec: 45,
        bridge: 'symbiosis',
        via: ['symbiosis', 'octopool', 'uniswap-v3'],
        expiresAtMs: null,
        coinFee: 0n,
      }),
    );
    expect(api.requests.map(({ path }) => path)).to.deep.equal([
      '/crosschain/v2/quote',
      '/crosschain/v2/swap',
    ]);
  });

  it('counts only what a native source carries beside itself, and grants no approval', async () => {
    const ask = testAsk({ from: etherOnBase, units: asAmount(2_000_000_000_000_000_000n) });
    const data = routeCalldata({ nativeIn: true, amount: 2_000_000_000_000_000_000n });

    const built = await build(swapBody({ tx: { data, value: '2000000000000000007' } }), ask);

    expect(built).to.have.nested.property('value.coinFee', 7n);
    expect(built).to.have.nested.property('value.call.spender', null);
    expect(built).to.have.nested.property('value.call.says').that.deep.equals({
      token: '0x0000000000000000000000000000000000000000',
      units: 2_000_000_000_000_000_000n,
    });
  });

  it('refuses a native source that is not handed over whole', async () => {
    const ask = testAsk({ from: etherOnBase, units: asAmount(2_000_000_000_000_000_000n) });

    expect(await offered(swapBody({ tx: { value: '0x1bc16d674ec7ffff' } }), ask)).to.deep.equal(
      refuse('RAIL_FAULT', 'symbiosis would send less of the coin than the amount'),
    );
  });

  it('takes an absent value for none', async () => {
    const { tx, ...rest } = swapBody() as { tx: Record<string, Json> };
    const { value: _none, ...bare } = tx;

    expect(await build({ ...rest, tx: bare })).to.have.nested.property('value.call.value', 0n);
  });

  it('reads a native destination written as the empty string', async () => {
    const ask = testAsk({ to: { ...etherOnBase, chain: evmChain(42161) } });

    expect(await build(swapBody({ out: { address: '', decimals: 18 } }), ask)).to.have.property(
      'ok',
      true,
    );
  });

  for (const [differs, changes, says] of [
    ['source token', { approvedTokens: [stranger] }, { token: stranger, units: 100_000_000n }],
    [
      'amount',
      { amount: 100_000_001n },
      { token: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913', units: 100_000_001n },
    ],
    [
      'kind of coin',
      { nativeIn: true },
      { token: '0x0000000000000000000000000000000000000000', units: 100_000_000n },
    ],
  ] satisfies [string, Parameters<typeof routeCalldata>[0], object][]) {
    it(`shows another ${differs} in what the call says`, async () => {
      const built = await build(swapBody({ tx: { data: routeCalldata(changes) } }));

      expect(built).to.have.nested.property('value.call.says').that.deep.equals(says);
    });
  }

  it('refuses a route it cannot decode, and leaves other calldata unread', async () => {
    for (const data of [routeCalldata().slice(0, 300), routeCalldata({ approvedTokens: [] })]) {
      expect(await offered(swapBody({ tx: { data } }))).to.deep.equal(
        refuse('RAIL_FAULT', 'symbiosis built a call that cannot be read'),
      );
    }
    expect(await build(swapBody({ tx: { data: '0xce654c1700' } })))
      .to.have.nested.property('value.call.says')
      .that.deep.equals({});
  });

  for (const [answers, terms, reason, code] of [
    [
      'another token',
      { out: { address: stranger } },
      'symbiosis answers for another destination token than was asked for',
      'RAIL_FAULT',
    ],
    [
      'a native destination instead of the token',
      { out: { address: '' } },
      'symbiosis answers for another destination token than was asked for',
      'RAIL_FAULT',
    ],
    [
      'another destination chain',
      { out: { chainId: 10 } },
      'symbiosis answers for another destination chain than was asked for',
      'RAIL_FAULT',
    ],
    [
      'a call on another chain',
      { tx: { chainId: 10 } },
      'symbiosis answers for another source chain than was asked for',
      'RAIL_FAULT',
    ],
    [
      'a deposit address',
      { rest: { type: 'btc', tx: { depositAddress: 'bc1q' } } },
      'symbiosis answered with what is no EVM transaction',
      'NO_ROUTE',
    ],
  ] as const) {
    it(`refuses ${answers}`, async () => {
      expect(await offered(swapBody(terms))).to.deep.equal(refuse(code, reason));
    });
  }

  for (const [part, terms] of [
    ['an amount as a JSON number', { out: { amount: 99_700_000 } }],
    ['an amount with an exponent', { out: { amount: '1e8' } }],
    ['nothing to deliver', { out: { amount: '0' } }],
    ['no spender', { rest: { approveTo: '' } }],
    ['half a byte of calldata', { tx: { data: '0xabc' } }],
    ['no type', { rest: { type: null } }],
  ] as const) {
    it(`calls ${part} a fault`, async () => {
      const failure: unknown = await build(swapBody(terms)).catch((error: unknown) => error);

      expect(isRelayError(failure) && failure.code).to.equal('RAIL_FAULT');
    });
  }

  it('knows the chains of its documentation', () => {
    expect(symbiosis.chainIds).to.deep.equal([
      1, 10, 56, 100, 130, 137, 146, 999, 1868, 5000, 8453, 33139, 34443, 42161, 43114, 59144,
      81457,
    ]);
    expect(symbiosis.traits.limit).to.deep.equal({ requests: 1, perMs: 1_000 });
  });
});

function build(body: Json, ask: Ask = testAsk()) {
  return symbiosis.build(ask, scriptedApi([{ status: 200, body }]), signal);
}

function offered(body: Json, ask: Ask = testAsk()) {
  return faultAsRefusal(() => build(body, ask));
}
