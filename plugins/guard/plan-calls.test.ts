import {
  answer,
  asAmount,
  asUnits,
  type CallStep,
  type DepositStep,
  type EvmAddress,
  type Hex,
  nativeAddress,
  permit2Address,
  type Plan,
  type PlanStep,
  refuse,
} from '@interline/kernel';
import type { RailManifest } from '@interline/ports';
import { ManualClock } from '../testing/manual-clock.ts';
import { RecordingLog } from '../testing/recording-log.ts';
import { scriptedManifest } from '../testing/scripted-manifest.ts';
import { scriptedQuote } from '../testing/scripted-quote.ts';
import { scriptedRail } from '../testing/scripted-rail.ts';
import { scriptedSteps } from '../testing/scripted-steps.ts';
import { testRelayer } from '../testing/test-context.ts';
import { testGuardHost } from '../testing/test-guard-host.ts';
import { testOrder, testPayer, testRequest } from '../testing/test-request.ts';
import { arbitrum, base, etherOnBase, usdcOnArbitrum, usdcOnBase } from '../testing/test-tokens.ts';
import { allowedTargets, type TargetChanges } from './allowed-targets.ts';
import type { GuardHost } from './guard-settings.ts';
import { guardRail } from './guard-rail.ts';
import { expect } from 'chai';

const usdc = usdcOnBase.address as EvmAddress;
const dai: EvmAddress = address('da');
const thief: EvmAddress = address('7e');
const bridge: EvmAddress = address('b1');
const floatAccount: EvmAddress = address('f1');
const executor: EvmAddress = address('e7');

/** Two dollars, of which the rail charges a cent. */
const request = testRequest({ units: 2_000_000n });
const quote = scriptedQuote(request, {
  fee: asUnits(10_000n),
  output: asUnits(1_990_000n),
  minOutput: asUnits(1_990_000n),
});
const order = testOrder(request);
const host = testGuardHost({
  own: [testRelayer, floatAccount, executor],
  tokens: {
    on: (chain) =>
      chain === base
        ? [usdcOnBase, { ...usdcOnBase, address: dai, symbol: 'DAI' }, etherOnBase]
        : chain === arbitrum
          ? [usdcOnArbitrum, { ...etherOnBase, chain: arbitrum }]
          : [],
  },
  // A dollar for a dollar, two thousand for an ether.
  price: {
    priceOf: async (token) => ({
      microUsd: token.address === nativeAddress ? 2_000_000_000n : 1_000_000n,
      asOfMs: 0,
    }),
  },
});

describe('the calls of a plan', () => {
  for (const [given, steps] of Object.entries({
    'a call of a bridge without an approval': [call({ handsOver: false })],
    'an exact approval for all of the order': [call({ approve: approval(2_000_000n) })],
    'approvals that add up to all of the order': [
      call({ approve: approval(1_999_999n) }),
      call({ approve: approval(1n) }),
    ],
    'a deposit of all of the order': [deposit(2_000_000n)],
    'a deposit and an approval that add up to all of the order': [
      deposit(1_999_999n),
      call({ approve: approval(1n) }),
    ],
    'a call on the destination': [call({ chain: arbitrum, handsOver: false })],
    "OFT's send, which is not a token's": [call({ data: '0xc7c7f5b3' })],
    'bytes too short for a function': [call({ data: '0xa9059c' })],
    'coin worth a quarter more than the charge, less a millionth': [
      call({ value: asUnits(6_249_500_000_000n) }),
    ],
  })) {
    it(`may be ${given}`, async () => {
      expect(await planOf(steps)).to.deep.equal(answer(planWith(steps)));
    });
  }

  const otherTaking =
    'its call moves or approves tokens other than by its typed approval or a deposit';
  for (const [given, says, steps] of [
    [
      "transfer others' money to a thief",
      'it calls a token',
      [call({ to: usdc, data: transfer(thief, 52_000_000n) })],
    ],
    [
      "transfer the order's own money by a raw call",
      'it calls a token',
      [call({ to: usdc, data: transfer(bridge, 2_000_000n) })],
    ],
    [
      "deposit others' money at a thief's",
      "it deposits 52000000, above the order's 2000000",
      [deposit(52_000_000n, { to: thief })],
    ],
    [
      'deposit one unit more than the order',
      "it deposits 2000001, above the order's 2000000",
      [deposit(2_000_001n)],
    ],
    [
      'deposit one unit more than the order in two deposits',
      "it deposits 2000001, above the order's 2000000",
      [deposit(2_000_000n), deposit(1n)],
    ],
    [
      'approve one unit more than the order',
      "it approves 2000001, above the order's 2000000",
      [call({ approve: approval(2_000_001n) })],
    ],
    [
      'approve one unit more than the order in two calls',
      "it approves 2000001, above the order's 2000000",
      [call({ approve: approval(2_000_000n) }), call({ approve: approval(1n) })],
    ],
    [
      'approve and deposit more than the order together',
      "it deposits 2000001, above the order's 2000000",
      [call({ approve: approval(1n) }), deposit(2_000_000n)],
    ],
    [
      'transfer another token of the list',
      'it calls a token',
      [call({ to: dai, data: transfer(bridge, 1n) })],
    ],
    [
      "transfer the destination's token",
      'it calls a token',
      [
        call({
          chain: arbitrum,
          to: usdcOnArbitrum.address as EvmAddress,
          data: transfer(thief, 1n),
        }),
      ],
    ],
    ['take with an allowance to us', 'it calls a token', [call({ to: usdc, data: '0x23b872dd' })]],
    ['call the token with nothing', 'it calls a token', [call({ to: usdc })]],
    [
      'approve by calling the token',
      'it calls a token',
      [call({ to: usdc, data: word('0x095ea7b3', thief, 52_000_000n) })],
    ],
    ['call Permit2', 'it calls Permit2', [call({ to: permit2Address, data: '0x36c78516' })]],
    ['call our float', 'it calls an account of the relayer', [call({ to: floatAccount })]],
    [
      'call our spender, which runs batches',
      'it calls an account of the relayer',
      [call({ to: testRelayer, data: '0x59c62fbe' })],
    ],
    ['call the batch executor', 'it calls an account of the relayer', [call({ to: executor })]],
    ['call the zero address', 'it calls the zero address', [call({ to: address('00') })]],
    [
      'deposit at our float, where it would count as inventory',
      "it gives the order's money to an account of the relayer",
      [deposit(1n, { to: floatAccount })],
    ],
    [
      'deposit at our spender, which hands nothing over',
      "it gives the order's money to an account of the relayer",
      [deposit(1n, { to: testRelayer })],
    ],
    [
      'deposit at Permit2',
      "it gives the order's money to Permit2",
      [deposit(1n, { to: permit2Address })],
    ],
    [
      'deposit at the token itself',
      "it gives the order's money to a token",
      [deposit(1n, { to: usdc })],
    ],
    [
      'deposit another token of the list',
      "it deposits another token than the order's own",
      [deposit(1n, { token: { ...usdcOnBase, address: dai } })],
    ],
    [
      'deposit on the destination',
      "it deposits another token than the order's own",
      [deposit(1n, { token: usdcOnArbitrum })],
    ],
    [
      'deposit coin for a token',
      "it deposits another token than the order's own",
      [deposit(1n, { token: etherOnBase })],
    ],
    ['call the payer', 'it calls the payer', [call({ to: testPayer as EvmAddress })]],
    [
      'approve the payer',
      "it gives the order's money to the payer",
      [call({ approve: { ...approval(1n), spender: testPayer as EvmAddress } })],
    ],
    [
      'approve Permit2',
      "it gives the order's money to Permit2",
      [call({ approve: { ...approval(1n), spender: permit2Address } })],
    ],
    [
      'approve a token',
      "it gives the order's money to a token",
      [call({ approve: { ...approval(1n), spender: dai } })],
    ],
    [
      'approve another token',
      "it approves another token than the order's own",
      [call({ approve: { ...approval(1n), token: dai } })],
    ],
    [
      'approve on the destination',
      "it approves another token than the order's own",
      [
        call({
          chain: arbitrum,
          approve: { ...approval(1n), token: usdcOnArbitrum.address as EvmAddress },
        }),
      ],
    ],
    [
      'approve, and say that nothing is handed over',
      'it gives money away in a call that hands nothing over',
      [call({ approve: approval(1n), handsOver: false })],
    ],
    [
      'carry coin, and say that nothing is handed over',
      'it gives money away in a call that hands nothing over',
      [call({ value: asUnits(1n), handsOver: false })],
    ],
    [
      "lower what another payer's order of deBridge pays",
      'its call changes what an order gives or takes',
      [call({ chain: arbitrum, data: '0x51f228b4', handsOver: false })],
    ],
    [
      "raise what another payer's order of deBridge gives",
      'its call changes what an order gives or takes',
      [call({ data: '0xB5BBF6E1', approve: approval(2_000_000n) })],
    ],
    [
      "cancel another payer's order of deBridge",
      'its call cancels an order, as only a recall may',
      [call({ chain: arbitrum, data: '0xd38d9626', handsOver: false })],
    ],
    [
      'cancel one that came from Solana',
      'its call cancels an order, as only a recall may',
      [call({ chain: arbitrum, data: '0x9327145d', handsOver: false })],
    ],
    [
      'carry coin worth a quarter more than the charge',
      'its calls carry coin worth 12501 micro-USD, above the 12500 that its charge may cover',
      [call({ value: asUnits(6_250_000_000_000n) })],
    ],
    [
      'carry that in two calls, one at each end',
      'its calls carry coin worth 12502 micro-USD, above the 12500 that its charge may cover',
      [
        call({ value: asUnits(6_000_000_000_000n) }),
        call({ chain: arbitrum, value: asUnits(250_000_000_000n) }),
      ],
    ],
  ] as const satisfies readonly (readonly [string, string, readonly PlanStep[]])[]) {
    it(`are refused where they ${given}`, async () => {
      expect(await planOf(steps)).to.deep.equal(
        refuse('RAIL_FAULT', `scripted broke the rail contract: ${says}`),
      );
    });
  }

  for (const selector of [
    '0xa9059cbb',
    '0x23b872dd',
    '0x095ea7b3',
    '0x39509351',
    '0xd73dd623',
    '0xd505accf',
    '0x9fd5a6cf',
    '0x8fcbaf0c',
    '0xe3ee160e',
    '0xef55bec6',
    '0x4000aea0',
    '0x1296ee62',
    '0xd8fbe994',
    '0xc1d34b89',
    '0xcae9ca51',
    '0x3177029f',
    '0x9bd9bbc6',
    '0x62ad1b83',
    '0x959b8c3f',
    '0x87517c45',
    '0x36c78516',
    '0x0d58b1db',
    '0x2b67b570',
    '0x2a2d80d1',
    '0x30f28b7a',
    '0xedd9444b',
    '0x137c29fe',
    '0xfe8ec1a7',
    '0xa22cb465',
    '0x42842e0e',
    '0xb88d4fde',
    '0xf242432a',
    '0x2eb2c2d6',
    '0xA9059CBB',
  ] as const) {
    it(`are refused where they say ${selector} to an address that is not listed`, async () => {
      expect(await planOf([call({ data: `${selector}${'00'.repeat(64)}` })])).to.deep.equal(
        refuse('RAIL_FAULT', `scripted broke the rail contract: ${otherTaking}`),
      );
    });
  }

  it("may give the order's money only from where it was pulled to", async () => {
    const manifest = scriptedManifest({ capabilities: ['inventory'] });

    const refused = await Promise.all(
      (['float', 'none'] as const).flatMap((pullTo) =>
        [[call({ approve: approval(1n) })], [deposit(1n)]].map((steps) =>
          guarded(planWith(steps, { pullTo }), { manifest }),
        ),
      ),
    );

    expect(refused).to.deep.equal(
      ['float', 'float', 'none', 'none'].map((pullTo) =>
        refuse(
          'RAIL_FAULT',
          `scripted broke the rail contract: it gives the order's money from the spender account, and pulls to ${pullTo}`,
        ),
      ),
    );
  });

  it('carry no coin against a charge that they hand over: 1,000 dollars brought a rail 2,248', async () => {
    const rich = testOrder(testRequest({ units: 1_000_000_000n }));
    const ether = asUnits(624_000_000_000_000_000n);
    const planned = (handed: bigint, value: bigint): Plan =>
      planWith([deposit(handed, { to: thief }), call({ value: asUnits(value) })], {
        fee: asUnits(rich.amount),
      });
    const ask = async (handed: bigint, value: bigint) => {
      const outcome = await guardOf(planned(handed, value)).plan(rich, quote, never());
      return outcome.ok || outcome.reason.replace('scripted broke the rail contract: ', '');
    };
    const above = 'its calls carry coin worth';
    const most = (charge: number): string =>
      `micro-USD, above the ${charge} that its charge may cover`;

    expect(await ask(1_000_000_000n, ether)).to.equal(`${above} 1248000001 ${most(0)}`);
    expect(await ask(1n, ether)).to.equal(`${above} 1248000001 ${most(1_001_999_999)}`);
    expect(await ask(1n, 500_900_000_000_000_000n)).to.equal(true);
  });

  it("may deposit the order's own coin, and no more of it", async () => {
    const coin = testOrder(testRequest({ from: etherOnBase, units: 10n ** 18n }));
    const plan = (units: bigint): Plan =>
      planWith([deposit(units, { token: etherOnBase })], { fee: asUnits(4n * 10n ** 15n) });
    const ask = (units: bigint) => guardOf(plan(units)).plan(coin, quote, never());

    expect(await ask(10n ** 18n)).to.deep.equal(answer(plan(10n ** 18n)));
    expect(await ask(10n ** 18n + 1n)).to.deep.equal(
      refuse(
        'RAIL_FAULT',
        "scripted broke the rail contract: it deposits 1000000000000000001, above the order's 1000000000000000000",
      ),
    );
  });

  describe('where its targets are named', () => {
    const named = scriptedManifest({ targets: { [base]: [bridge] } });
    const elsewhere = call({ to: thief });
    const approvedElsewhere = call({ approve: { ...approval(1n), spender: thief } });
    const ask = (
      step: PlanStep,
      changes: TargetChanges = {},
      manifest: RailManifest = named,
    ): ReturnType<typeof guarded> =>
      guarded(planWith([step]), {
        manifest,
        host: { ...host, targets: allowedTargets(manifest, changes) },
      });
    const refused = (says: string) =>
      refuse(
        'RAIL_FAULT',
        `scripted broke the rail contract: ${says}, which is not one of its targets`,
      );

    it('go to those of the manifest only, and so do its approvals', async () => {
      const own = call({ approve: approval(1n) });

      expect(await ask(own)).to.deep.equal(answer(planWith([own])));
      expect(await ask(elsewhere)).to.deep.equal(refused(`it calls ${thief}`));
      expect(await ask(approvedElsewhere)).to.deep.equal(refused(`it approves ${thief}`));
    });

    it('may deposit at an address that was made for the order', async () => {
      const step = deposit(1n, { to: address('d1') });

      expect(await ask(step)).to.deep.equal(answer(planWith([step])));
    });

    it('go where they like on a chain that is not named', async () => {
      const step = call({ chain: arbitrum, to: thief });

      expect(await ask(step)).to.deep.equal(answer(planWith([step])));
    });

    it('go to those that the operator adds as well', async () => {
      expect(await ask(elsewhere, { [base]: { add: [thief] } })).to.deep.equal(
        answer(planWith([elsewhere])),
      );
      expect((await ask(call({}), { [base]: { add: [thief] } })).ok).to.equal(true);
    });

    it('go to those that the operator names and no others', async () => {
      const only: TargetChanges = { [base]: { only: [thief] } };

      expect((await ask(elsewhere, only)).ok).to.equal(true);
      expect(await ask(call({}), only)).to.deep.equal(refused(`it calls ${bridge}`));
      expect(await ask(call({}), only, scriptedManifest())).to.deep.equal(
        refused(`it calls ${bridge}`),
      );
    });

    it('are held to the manifest by a guard that knows nothing else', async () => {
      expect(await guarded(planWith([elsewhere]), { manifest: named })).to.deep.equal(
        refused(`it calls ${thief}`),
      );
    });
  });

  it("may carry the order's own coin beside what the charge covers", async () => {
    const coin = testOrder(testRequest({ from: etherOnBase, units: 10n ** 18n }));
    const plan = (value: bigint): Plan =>
      planWith([call({ value: asUnits(value) })], { fee: asUnits(4n * 10n ** 15n) });
    const ask = (value: bigint) => guardOf(plan(value)).plan(coin, quote, never());

    // A charge of 0.004 ether covers 0.005.
    expect(await ask(1_004_999_999_000_000_000n)).to.deep.equal(
      answer(plan(1_004_999_999_000_000_000n)),
    );
    expect(await ask(1_005_000_000_000_000_000n)).to.deep.equal(
      refuse(
        'RAIL_FAULT',
        'scripted broke the rail contract: its calls carry coin worth 10000001 micro-USD, above the 10000000 that its charge may cover',
      ),
    );
  });

  it('carry no coin while there is no price to hold it against', async () => {
    const priceless: GuardHost = {
      ...host,
      price: {
        priceOf: async () => {
          throw new Error('the source is down');
        },
      },
    };

    const outcome = await guarded(planWith([call({ value: asUnits(1n) })]), { host: priceless });

    expect(outcome).to.deep.equal(
      refuse(
        'NO_ROUTE',
        'scripted wants coin beside the amount, and there is no price to hold it against its charge',
      ),
    );
    expect(await guarded(planWith([call({})]), { host: priceless })).to.deep.equal(
      answer(planWith([call({})])),
    );
  });
});

function call(change: Partial<CallStep>): CallStep {
  return { ...scriptedSteps.call(order), to: bridge, ...change };
}

function deposit(units: bigint, change: Partial<DepositStep> = {}): DepositStep {
  return { kind: 'deposit', token: usdcOnBase, to: bridge, units: asAmount(units), ...change };
}

function approval(units: bigint): NonNullable<CallStep['approve']> {
  return {
    token: usdc,
    spender: bridge,
    units: units as NonNullable<CallStep['approve']>['units'],
  };
}

function transfer(to: EvmAddress, units: bigint): Hex {
  return word('0xa9059cbb', to, units);
}

function word(selector: Hex, to: EvmAddress, units: bigint): Hex {
  return `${selector}${to.slice(2).padStart(64, '0')}${units.toString(16).padStart(64, '0')}`;
}

function address(byte: string): EvmAddress {
  return `0x${byte.repeat(20)}` as EvmAddress;
}

function planWith(steps: readonly PlanStep[], change: Partial<Plan> = {}): Plan {
  return {
    pullTo: 'spender',
    output: quote.output,
    fee: quote.fee,
    keeps: 'durable',
    charges: [],
    steps: [...steps, scriptedSteps.track()],
    ...change,
  };
}

function planOf(steps: readonly PlanStep[]) {
  return guarded(planWith(steps));
}

function guarded(plan: Plan, options: Partial<Parameters<typeof guardOf>[1]> = {}) {
  return guardOf(plan, options).plan(order, quote, never());
}

function guardOf(plan: Plan, { host: known = host, manifest = scriptedManifest() } = {}) {
  return guardRail(
    { ...scriptedRail(), manifest, plan: async () => answer(plan) },
    { clock: new ManualClock(), log: new RecordingLog(), host: known },
  );
}

function never(): AbortSignal {
  return new AbortController().signal;
}
