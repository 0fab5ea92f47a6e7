import {
  type AccountRole,
  asAmount,
  type ChainRef,
  evmAddress,
  evmChain,
  matchLane,
  nonEvmNodes,
  permit2Address,
  readSlippage,
  refuse,
  RelayError,
  TokenList,
  type TokenRef,
} from '@interline/kernel';
import type { RailPort, RailRegistry } from '@interline/ports';
import { checkOrder } from './check-order.ts';
import { type ExecuteRequest, isLive } from '../execute-request.ts';
import { expect } from 'chai';

const base = evmChain(8453);
const arbitrum = evmChain(42161);
const solana = nonEvmNodes.find((node) => node.wire === 'solana')?.chain ?? base;
const bitcoin = nonEvmNodes.find((node) => node.wire === 'bitcoin')?.chain ?? base;
const usdc = evmAddress('0x833589fcd6edb6e08f4c7c32d4f71b54bda02913');
const dai = evmAddress('0x50c5725949a6f0c72e6c4a641f24049a917db0cb');
const payer = evmAddress('0x1000000000000000000000000000000000000abc');

/** Every fault that a request can have, in the order of decision 4. */
const faults = [
  'same chain',
  'burn address',
  'quote-only',
  'no operator',
  'native coin',
  'no permit',
  'other spender',
  'other token',
  'other amount',
] as const;
type Fault = (typeof faults)[number];

const answers: Readonly<Record<Fault, { readonly code: string; readonly details: object }>> = {
  'same chain': { code: 'UNROUTABLE_LANE', details: {} },
  'burn address': { code: 'BURN_ADDRESS_REFUSED', details: { field: 'toAddress' } },
  'quote-only': { code: 'UNSUPPORTED_DIRECTION', details: {} },
  'no operator': { code: 'OPERATOR_ONLY', details: {} },
  'native coin': { code: 'NATIVE_NOT_PULLABLE', details: { field: 'fromToken' } },
  'no permit': { code: 'MISSING_FIELD', details: { field: 'permit2' } },
  'other token': { code: 'PERMIT_INVALID', details: { field: 'permit2.permitted.token' } },
  'other spender': { code: 'PERMIT_SPENDER', details: { field: 'permit2.spender' } },
  'other amount': { code: 'PERMIT_INVALID', details: { field: 'permit2.permitted.amount' } },
};

describe("the order of an execution's refusals", () => {
  for (const [index, fault] of faults.entries()) {
    it(`answers ${fault} with ${answers[fault].code}, before any fault that comes later`, () => {
      const later = faults.slice(index + 1);

      for (const wrong of [
        [fault],
        ...later.map((other) => [fault, other]),
        [fault, ...later],
      ] as const) {
        expect(() => check(anyRail, requestWith(wrong)), wrong.join(' and '))
          .to.throw(RelayError)
          .that.deep.includes(answers[fault]);
      }
    });
  }

  it('answers a lane that no rail declares before a burn address', () => {
    expect(() => check(noRail, requestWith(['burn address', 'no operator'])))
      .to.throw(RelayError)
      .with.property('code', 'UNROUTABLE_LANE');
  });

  it('answers a quote-only corridor as one, even if no rail declares it', () => {
    expect(() => check(noRail, requestWith(['quote-only'])))
      .to.throw(
        RelayError,
        'Solana as a source is never settled, only priced where a rail prices it',
      )
      .with.property('code', 'UNSUPPORTED_DIRECTION');
    expect(() => check(noRail, requestWith(['quote-only', 'burn address'])))
      .to.throw(RelayError)
      .with.property('code', 'BURN_ADDRESS_REFUSED');
  });

  it('lets a request without faults pass', () => {
    expect(() => check(anyRail, requestWith([]))).not.to.throw();
  });
});

describe('a burn address', () => {
  it('is accepted when the loss is intended', () => {
    expect(() =>
      check(anyRail, { ...requestWith(['burn address']), allowBurnAddress: true }),
    ).not.to.throw();
  });

  it('is refused in a rehearsal and in the sandbox too', () => {
    for (const change of [{ dryRun: true }, { live: false }, { sandbox: 'done' as const }]) {
      expect(() => check(anyRail, { ...requestWith(['burn address']), ...change })).to.throw(
        RelayError,
        'toAddress 0x0000000000000000000000000000000000000000 is a burn or null address; what is sent there is lost',
      );
    }
  });
});

describe('a recipient that cannot return the money', () => {
  const sentTo = (recipient: string, change: Partial<ExecuteRequest> = {}): ExecuteRequest => {
    const request = requestWith([]);
    return { ...request, quote: { ...request.quote, recipient }, ...change };
  };
  const refusalOf = (request: ExecuteRequest): unknown => {
    try {
      check(anyRail, request);
      return null;
    } catch (error) {
      return error instanceof RelayError ? [error.code, error.message] : error;
    }
  };

  it('is refused at execute: tokens, Permit2, the batch executor and bridge contracts', () => {
    const what = [
      [usdc, 'the contract of USDC itself'],
      [weth, 'the contract of WETH itself'],
      [permit2Address, 'Permit2 itself'],
      [executor, 'the batch executor'],
      ['0x1231deb6f5749ef6ce6943a275a1d3e7486f4eae', 'a bridge contract of LI.FI'],
      ['0x4337084d9e255ff0702461cf8895ce9e3b5ff108', 'the ERC-4337 entry point'],
    ] as const;

    for (const [recipient, name] of what) {
      expect(refusalOf(sentTo(recipient)), name).to.deep.equal([
        'BURN_ADDRESS_REFUSED',
        `toAddress ${recipient} is ${name}; what is sent there is lost`,
      ]);
      expect(refusalOf(sentTo(recipient, { mode: 'self', isOperator: true })), name).to.have.length(
        2,
      );
      expect(refusalOf(sentTo(recipient, { allowBurnAddress: true })), name).to.equal(null);
    }
  });

  it('is not a token of another chain, which has no contract there', () => {
    expect(refusalOf(sentTo(dai))).to.equal(null);
  });

  it('is the relayer itself, where a payer pays', () => {
    for (const own of [relayer, float]) {
      expect(refusalOf(sentTo(own))).to.deep.equal([
        'BAD_REQUEST',
        `toAddress ${own} is the relayer's own account; what is sent there is the service's`,
      ]);
      expect(refusalOf(sentTo(own, { allowBurnAddress: true }))).to.have.length(2);
      expect(refusalOf(sentTo(own, { mode: 'self', isOperator: true }))).to.equal(null);
    }
  });
});

describe("the operator's own funds", () => {
  it('move only for the operator, also when live is omitted', () => {
    for (const live of [true, null]) {
      const request = { ...requestWith(['no operator']), live };

      expect(() => check(anyRail, request))
        .to.throw(RelayError)
        .with.property('code', 'OPERATOR_ONLY');
      expect(() => check(anyRail, { ...request, isOperator: true })).not.to.throw();
    }
  });

  it('are only rehearsed if every rail waits for live: true, so that any caller may ask', () => {
    const request = { ...requestWith(['no operator']), live: null };
    const waiting = registryOf([railOf('waiting', 'opt-in')]);
    const both = registryOf([railOf('waiting', 'opt-in'), everywhere]);

    expect(() => check(waiting, request)).not.to.throw();
    expect(() => check(both, { ...request, excludeRails: ['everywhere'] })).not.to.throw();
    for (const [rails, asked] of [
      [waiting, { ...request, live: true }],
      [both, request],
    ] as const) {
      expect(() => check(rails, asked))
        .to.throw(RelayError)
        .with.property('code', 'OPERATOR_ONLY');
    }
  });

  it('are refused with what a caller must send instead, which is not a permit on a chain without permits', () => {
    const { quote, ...request } = { ...requestWith(['no operator']), live: true };
    const fromBitcoin = { ...quote, lane: { from: bitcoin, to: arbitrum } };

    expect(() => check(anyRail, { ...request, quote })).to.throw(
      'send mode "permit2" with a signed permit, or dryRun: true',
    );
    expect(() => check(anyRail, { ...request, quote: fromBitcoin })).to.throw(
      'leave mode out, and pay to the address that execute answers with, or dryRun: true',
    );
  });

  it('may be rehearsed by any caller', () => {
    for (const change of [
      { dryRun: true },
      { live: false },
      { dryRun: true, live: true },
      { sandbox: 'done' as const },
    ]) {
      expect(() => check(anyRail, { ...requestWith(['no operator']), ...change })).not.to.throw();
    }
  });
});

describe('a permit', () => {
  it('is checked in a rehearsal, and not asked for in the sandbox', () => {
    for (const fault of [
      'native coin',
      'no permit',
      'other spender',
      'other token',
      'other amount',
    ] as const) {
      expect(() => check(anyRail, { ...requestWith([fault]), dryRun: true }), fault)
        .to.throw(RelayError)
        .that.deep.includes(answers[fault]);
      expect(
        () => check(anyRail, { ...requestWith([fault]), sandbox: 'done' }),
        fault,
      ).not.to.throw();
    }
  });

  it('for another token or amount is refused with both named, at one unit more or less too', () => {
    expect(() => check(anyRail, requestWith(['other token']))).to.throw(
      'the permit is for token 0x50c5725949a6f0c72e6c4a641f24049a917db0cb, the transfer is of 0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
    );
    expect(() => check(anyRail, requestWith(['other amount']))).to.throw(
      'the permit is for 1000001, the transfer is of 1000000',
    );
    expect(() =>
      check(anyRail, {
        ...requestWith([]),
        quote: { ...requestWith([]).quote, amount: asAmount(1_000_001n) },
      }),
    ).to.throw('the permit is for 1000000, the transfer is of 1000001');
  });

  it('is ignored in self mode', () => {
    for (const fault of [
      'native coin',
      'no permit',
      'other spender',
      'other token',
      'other amount',
    ] as const) {
      expect(
        () => check(anyRail, { ...requestWith([fault]), mode: 'self', isOperator: true }),
        fault,
      ).not.to.throw();
    }
  });
});

describe('a live request', () => {
  const rows: readonly (readonly [boolean, boolean | null, boolean])[] = [
    [false, null, true],
    [false, true, true],
    [false, false, false],
    [true, null, false],
    [true, true, false],
    [true, false, false],
  ];

  for (const [dryRun, live, expected] of rows) {
    it(`is ${expected ? '' : 'not '}one with dryRun ${dryRun} and live ${live ?? 'omitted'}`, () => {
      expect(isLive({ ...requestWith([]), dryRun, live })).to.equal(expected);
    });
  }
});

const relayer = evmAddress('0x3000000000000000000000000000000000000003');
const float = evmAddress('0x4000000000000000000000000000000000000004');
const executor = evmAddress('0x5000000000000000000000000000000000000005');
const weth = evmAddress('0x82af49447d8a07e3bd95bd0d56f35241523fbab1');

function check(registry: RailRegistry, request: ExecuteRequest): void {
  const custody = {
    former: [],
    account: (_chain: ChainRef, role: AccountRole) => (role === 'spender' ? relayer : float),
    roleOf: (account: string): AccountRole | null =>
      account === relayer ? 'spender' : account === float ? 'float' : null,
    batchExecutor: executor,
  };
  checkOrder(
    {
      registry,
      custody,
      tokens: new TokenList([
        token(arbitrum, usdc),
        { ...token(arbitrum, weth), symbol: 'WETH' },
        token(base, dai),
      ]),
    },
    request,
  );
}

function requestWith(wrong: readonly Fault[]): ExecuteRequest {
  const has = (fault: Fault): boolean => wrong.includes(fault);
  const from = has('quote-only') ? solana : base;
  const to = has('same chain') ? from : arbitrum;
  return {
    quote: {
      lane: { from, to },
      from: token(from, has('native coin') ? 'native' : usdc),
      to: token(to, usdc),
      amount: asAmount(1_000_000n),
      payer,
      recipient: has('burn address')
        ? burnAddressOn(to)
        : '0x2000000000000000000000000000000000000def',
      slippage: readSlippage(undefined),
    },
    mode: has('no operator') ? 'self' : 'permit2',
    permit: has('no permit')
      ? null
      : {
          chain: from,
          owner: payer,
          token: has('other token') ? dai : usdc,
          units: asAmount(has('other amount') ? 1_000_001n : 1_000_000n),
          nonce: 0n,
          deadline: 1_800_001_800n,
          signature: '0x',
        },
    claimedSpender: has('other spender') ? payer : null,
    allowance: null,
    minOut: null,
    live: null,
    dryRun: false,
    allowBurnAddress: false,
    excludeRails: [],
    onlyEnforced: false,
    sandbox: null,
    isOperator: false,
    client: 'c1',
    idempotency: null,
  };
}

function burnAddressOn(chain: ChainRef): string {
  return chain === solana
    ? '11111111111111111111111111111111'
    : '0x0000000000000000000000000000000000000000';
}

function token(chain: ChainRef, address: string): TokenRef {
  return { chain, address, symbol: 'USDC', decimals: 6, asset: 'USD' };
}

function railOf(id: string, broadcast: RailPort['manifest']['broadcast']): RailPort {
  return {
    manifest: {
      id,
      api: '1.0.0',
      version: '1.0.0',
      title: id,
      ways: [id],
      lanes: [{ from: '*', to: '*', settles: 'firm' }],
      broadcast,
      minOut: 'enforced',
      effects: 'real',
      capabilities: [],
    },
    offers: async () => [],
    plan: async () => refuse('NO_ROUTE', 'a double plans nothing'),
    track: async () => ({ status: 'WAITING', stage: '' }),
    health: async () => ({ isUp: true }),
  };
}

const everywhere = railOf('everywhere', 'by-default');
const anyRail = registryOf([everywhere]);
const noRail = registryOf([]);

function registryOf(rails: readonly RailPort[]): RailRegistry {
  return {
    rails,
    onLane: (lane) => rails.filter((rail) => matchLane(rail.manifest.lanes, lane) !== null),
    byId: () => undefined,
    sandbox: undefined,
  };
}
