import {
  asAmount,
  asUnits,
  type EvmAddress,
  evmAddress,
  type Hex,
  type RailOutcome,
  refuse,
} from '@interline/plugins';
import {
  etherOnBase,
  testPayer,
  testRecipient,
  testRelayer,
  testRequest,
  testTokens,
  usdcOnBase,
} from '@interline/plugins/testing';
import { expect } from 'chai';
import { type BuiltSubject, checkBuilt } from './check-built.ts';
import { builtFor, engineContract, scriptedUpstream } from './testing/scripted-upstream.ts';
import type { Ask, BuiltCall, Priced, UpstreamTraits } from './upstream/upstream.ts';

const stranger = evmAddress('0x00000000000000000000000000000000000bad00');
const deposit = evmAddress('0x00000000000000000000000000000000000de905');
const usdc = evmAddress(usdcOnBase.address);
const wrapped = {
  ...etherOnBase,
  address: '0x4200000000000000000000000000000000000006',
  symbol: 'WETH',
};

const ask: Ask = {
  ...testRequest(),
  fromChainId: 8453,
  toChainId: 42161,
  units: asAmount(10_000_000n),
  depositor: testRelayer,
  payer: evmAddress(testPayer),
  recipient: evmAddress(testRecipient),
  minOutput: asUnits(9_850_000n),
};

const native: Ask = { ...ask, from: etherOnBase, minOutput: null };

/** A call that carries the coin itself. */
const nativeCall: Partial<BuiltCall> = { spender: null, value: asUnits(10_000_000n), says: {} };

interface Case {
  readonly ask?: Ask;
  readonly priced?: Partial<Priced>;
  readonly call?: Partial<BuiltCall>;
  readonly traits?: Partial<UpstreamTraits>;
  readonly known?: readonly EvmAddress[];
  readonly feeMicroUsd?: bigint | null;
}

function judge({
  ask: asked = ask,
  priced = {},
  call = {},
  traits = {},
  known,
  feeMicroUsd = 0n,
}: Case): RailOutcome<never> | null {
  const sayer: Ask = { ...asked, from: usdcOnBase };
  const subject: BuiltSubject = {
    upstream: scriptedUpstream({ traits }),
    ask: asked,
    built: builtFor(sayer, priced, call),
    known: known ?? null,
    tokens: [...testTokens, wrapped],
    feeMicroUsd,
    maxNativeFeeMicroUsd: 5_000_000n,
    nowMs: 1_780_000_000_000,
  };
  return checkBuilt(subject);
}

function transfer(to: string, units: bigint): Hex {
  return `0xa9059cbb${to.slice(2).padStart(64, '0')}${units.toString(16).padStart(64, '0')}`;
}

const plain: Case = {
  traits: { handsOverBy: 'transfer' },
  call: { to: usdc, data: transfer(deposit, 10_000_000n), spender: null, says: {} },
};
const fault = (reason: string) => refuse('RAIL_FAULT', reason);

describe('the check of a transaction before it is signed', () => {
  const passing: readonly (readonly [string, Case])[] = [
    ['that says all it was asked for', {}],
    ['that says nothing readable', { call: { says: {} } }],
    ['that expires later', { priced: { expiresAtMs: 1_780_000_000_001 } }],
    ['that promises all it expects', { priced: { minOutput: asUnits(9_900_000n) } }],
    ['for listed contracts', { known: [stranger, engineContract] }],
    [
      'of the coin, whose value is amount and fee',
      {
        ask: native,
        call: { ...nativeCall, value: asUnits(10_000_001n) },
        feeMicroUsd: 5_000_000n,
      },
    ],
    [
      'of the coin, written as zero, as the sign for coins, or as its wrapped token',
      { ask: native, call: { ...nativeCall, says: { token: evmAddress(wrapped.address) } } },
    ],
    ['with a fee at the bound', { call: { value: asUnits(7n) }, feeMicroUsd: 5_000_000n }],
    [
      'that refunds to us, of an engine that can do no other',
      { traits: { refundsTo: 'depositor' }, call: { says: { refundTo: testRelayer } } },
    ],
    ['that promises exactly the agreed minimum', { call: { says: { minOutput: 9_850_000n } } }],
    ['that transfers exactly the amount, of an engine that lives by it', plain],
    ['that transfers to an address no list can hold', { ...plain, known: [engineContract] }],
    [
      'that sends the coin, of an engine that lives by it',
      {
        traits: { handsOverBy: 'transfer' },
        ask: native,
        call: { ...nativeCall, to: deposit, data: '0x' },
      },
    ],
  ];
  for (const [what, given] of passing) {
    it(`passes one ${what}`, () => {
      expect(judge(given)).to.equal(null);
    });
  }

  const refused: readonly (readonly [string, Case, RailOutcome<never>])[] = [
    [
      'for another chain',
      { call: { chainId: 1 } },
      fault('alpha built a transaction for chain 1; wanted 8453'),
    ],
    [
      'that had expired',
      { priced: { expiresAtMs: 1_780_000_000_000 } },
      fault('the transaction of alpha had expired when it came'),
    ],
    [
      'that delivers nothing',
      { priced: { output: asUnits(0n), minOutput: asUnits(0n) } },
      refuse('NO_ROUTE', 'alpha would deliver nothing'),
    ],
    [
      'that promises more than it expects',
      { priced: { output: asUnits(9n), minOutput: asUnits(10n) } },
      fault('alpha promises at least 10 and expects only 9'),
    ],
    [
      'without call data',
      { call: { data: '0x' } },
      fault('alpha built a transaction that says nothing'),
    ],
    [
      'without a spender',
      { call: { spender: null } },
      fault('alpha does not name who may take the token'),
    ],
    [
      'that asks for an approval of a coin',
      { ask: native, call: { ...nativeCall, spender: engineContract } },
      fault('alpha wants an approval for a coin'),
    ],
    [
      'that carries less of the coin than was priced',
      { ask: native, call: { ...nativeCall, value: asUnits(9_999_999n) } },
      fault('alpha would be sent less than it priced'),
    ],
    [
      'that sends the coin bare, of an engine that calls',
      { ask: native, call: { ...nativeCall, to: stranger, data: '0x' } },
      fault('alpha built a transaction that says nothing'),
    ],

    [
      'for a contract that is not listed',
      { known: [engineContract], call: { to: stranger } },
      fault(`alpha wants a call to ${stranger}, which is none of its listed contracts`),
    ],
    [
      'for a spender that is not listed',
      { known: [engineContract], call: { spender: stranger } },
      fault(`alpha wants an approval for ${stranger}, which is none of its listed contracts`),
    ],

    [
      'that transfers, of an engine that calls',
      { call: { to: usdc, data: transfer(stranger, 10_000_000n), spender: null, says: {} } },
      fault('alpha does not name who may take the token'),
    ],
    [
      'that approves a stranger in place of a transfer',
      {
        ...plain,
        call: { ...plain.call, data: `0x095ea7b3${transfer(stranger, 10_000_000n).slice(10)}` },
      },
      fault('alpha wants a call to the token that is no plain transfer'),
    ],
    [
      'that transfers more',
      { ...plain, call: { ...plain.call, data: transfer(deposit, 10_000_001n) } },
      fault('alpha wants a transfer of another amount than it priced'),
    ],
    [
      'that transfers less',
      { ...plain, call: { ...plain.call, data: transfer(deposit, 9_999_999n) } },
      fault('alpha wants a transfer of another amount than it priced'),
    ],
    [
      'that sends more of the coin than was priced, bare',
      {
        traits: { handsOverBy: 'transfer' },
        ask: native,
        call: { ...nativeCall, to: deposit, data: '0x', value: asUnits(10_000_001n) },
      },
      fault('alpha wants a transfer of another amount than it priced'),
    ],

    [
      'that names another token',
      { call: { says: { token: stranger } } },
      fault('alpha wrote another token into the transaction than it was asked for'),
    ],
    [
      'that names a token for a coin',
      { ask: native, call: { ...nativeCall, says: { token: usdc } } },
      fault('alpha wrote another token into the transaction than it was asked for'),
    ],
    [
      'that names another amount',
      { call: { says: { units: 9_999_999n } } },
      fault('alpha wrote another amount into the transaction than it was asked for'),
    ],
    [
      'that names another recipient',
      { call: { says: { recipient: stranger } } },
      fault('alpha wrote another recipient into the transaction than it was asked for'),
    ],
    [
      'that refunds to a stranger',
      { call: { says: { refundTo: stranger } } },
      fault('alpha wrote another refund address into the transaction than it was asked for'),
    ],
    [
      'that refunds to us where it can refund to the payer',
      { call: { says: { refundTo: testRelayer } } },
      fault('alpha wrote another refund address into the transaction than it was asked for'),
    ],
    [
      'that names another destination',
      { call: { says: { toChainId: 10 } } },
      fault('alpha wrote another destination chain into the transaction than it was asked for'),
    ],
    [
      'that promises less than was agreed',
      { call: { says: { minOutput: 9_849_999n } } },
      fault('alpha wrote another minimum into the transaction than it was asked for'),
    ],

    [
      'with a fee above the bound',
      { call: { value: asUnits(7n) }, feeMicroUsd: 5_000_001n },
      refuse('NO_ROUTE', 'alpha wants a flat fee worth 5000001 micro-USD; at most 5000000 is paid'),
    ],
    [
      'with a fee that has no price',
      { call: { value: asUnits(1n) }, feeMicroUsd: null },
      refuse('NO_ROUTE', 'alpha wants a flat fee in a coin that has no price now'),
    ],
  ];
  for (const [what, given, refusal] of refused) {
    it(`refuses one ${what}`, () => {
      expect(judge(given)).to.deep.equal(refusal);
    });
  }

  it('needs no price of the coin if none is sent', () => {
    expect(judge({ feeMicroUsd: null })).to.equal(null);
  });
});
