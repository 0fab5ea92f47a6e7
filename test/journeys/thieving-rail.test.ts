import {
  asAmount,
  asUnits,
  evmAddress,
  type EvmAddress,
  evmChain,
  type Hex,
  type Order,
  permit2Address,
  type PlanStep,
} from '@interline/kernel';
import type { CustodyPort } from '@interline/ports';
import { chainRpc } from '../support/chain-rpc.ts';
import { endOfRoute } from '../support/end-of-route.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { freshPayer, send } from '../support/payer.ts';
import { stockRail } from '../support/stock-rail.ts';
import { until } from '../support/until.ts';
import { usdcBalance } from '../support/usdc-balance.ts';
import { textField } from '@interline/cli';
import { parts } from '@interline/server';
import { type RailScript, scriptedManifest, scriptedSteps } from '@interline/plugins/testing';
import { Interface } from 'ethers';
import { expect } from 'chai';

const source = 8453;
const destination = 42161;
const thief = evmAddress(`0x${'7e'.repeat(20)}`);
/**
 * Calls what the first word of its calldata names, with the rest of it, and reverts where that
 * does.
 */
const helper = evmAddress(`0x${'be'.repeat(20)}`);
const helperCode = '0x602036038060205f375f5f825f5f5f355af115601757005b5f5ffd';
/**
 * Succeeds for a caller with code, which our account has in a simulation, and reverts for any
 * other.
 */
const moody = evmAddress(`0x${'0d'.repeat(20)}`);
const moodyCode = '0x333b6008575f5ffd5b00';
const token = new Interface([
  'function transfer(address,uint256)',
  'function transferFrom(address,address,uint256)',
  'function approve(address,uint256)',
  'function allowance(address,address) view returns (uint256)',
]);

describe('a plugin that plans to steal what the spender holds for others', () => {
  let harness: Harness;
  let spender: EvmAddress;
  let usdc: EvmAddress;
  /** What the thieving rail plans, by how often it was asked for this order before. */
  let plans: (order: Order, asked: number) => readonly PlanStep[] = () => [];
  /** What the chain is said to show of takings by others; null where it is asked. */
  let taken: bigint | null = null;
  before(async () => {
    harness = await startHarness({
      chainIds: [source, destination],
      rails: [thievingRail(), stockRail()],
      rebind: (container) => {
        const evm = container.get(parts.evm);
        const custody: CustodyPort = {
          ...evm,
          takenBetween: async (...args) => taken ?? evm.takenBetween(...args),
        };
        container.rebind(parts.custody).toConstantValue(custody);
      },
    });
    spender = harness.container.get(parts.evm).evmAccounts.spender;
    usdc = evmAddress(
      harness.container.get(parts.tokens).resolve(evmChain(source), 'USDC', 'token').address,
    );
    await harness.devnet.faucet({
      chainId: source,
      token: 'USDC',
      to: spender,
      amount: 50_000_000n,
    });
    await rpc('anvil_setCode', [helper, helperCode]);
    await rpc('anvil_setCode', [moody, moodyCode]);
    const nonce = await rpc('eth_getTransactionCount', [spender, 'latest']);
    await rpc('anvil_impersonateAccount', [spender]);
    await rpc('eth_sendTransaction', [
      { from: spender, to: usdc, data: token.encodeFunctionData('approve', [helper, 50_000_000n]) },
    ]);
    await rpc('evm_mine', []);
    await rpc('anvil_stopImpersonatingAccount', [spender]);
    // The allowance is from another day: it took none of the nonces that the store counts.
    await rpc('anvil_setNonce', [spender, nonce]);
  });
  after(() => harness.stop());

  for (const [given, step, refusal] of [
    [
      'by a transfer',
      () => call({ to: usdc, data: encoded('transfer', thief, 52_000_000n) }),
      () => ({
        rail: 'alpha',
        code: 'RAIL_FAULT',
        reason: 'alpha broke the rail contract: it calls a token',
      }),
    ],
    [
      'by a transfer of no more than the order',
      () => call({ to: usdc, data: encoded('transfer', thief, 2_000_000n) }),
      () => ({
        rail: 'alpha',
        code: 'RAIL_FAULT',
        reason: 'alpha broke the rail contract: it calls a token',
      }),
    ],
    [
      'by a deposit',
      () => deposit(52_000_000n),
      () => ({
        rail: 'alpha',
        code: 'RAIL_FAULT',
        reason: "alpha broke the rail contract: it deposits 52000000, above the order's 2000000",
      }),
    ],
    [
      'by a right on Permit2',
      () => call({ to: permit2Address, data: '0x87517c45' }),
      () => ({
        rail: 'alpha',
        code: 'RAIL_FAULT',
        reason: 'alpha broke the rail contract: it calls Permit2',
      }),
    ],
    [
      'by a right to all of a collection',
      () => call({ to: helper, data: '0xa22cb465' }),
      () => ({
        rail: 'alpha',
        code: 'RAIL_FAULT',
        reason:
          'alpha broke the rail contract: its call moves or approves tokens other than by its typed approval or a deposit',
      }),
    ],
    [
      'by a batch of our own account',
      () => call({ to: spender, data: '0x59c62fbe' }),
      () => ({
        rail: 'alpha',
        code: 'RAIL_FAULT',
        reason: 'alpha broke the rail contract: it calls an account of the relayer',
      }),
    ],
    [
      'by coin that nothing pays for',
      () => call({ to: thief, value: asUnits(10n ** 18n) }),
      () => ({
        rail: 'alpha',
        code: 'RAIL_FAULT',
        reason:
          'alpha broke the rail contract: its calls carry coin worth 3000000001 micro-USD, above the 2000 that its charge may cover',
      }),
    ],
    [
      'by an approval',
      () =>
        call({ to: thief, approve: { token: usdc, spender: thief, units: asAmount(52_000_000n) } }),
      () => ({
        rail: 'alpha',
        code: 'RAIL_FAULT',
        reason: "alpha broke the rail contract: it approves 52000000, above the order's 2000000",
      }),
    ],
    [
      'through a helper that holds an old allowance',
      () =>
        call({
          to: helper,
          data: throughHelper(encoded('transferFrom', spender, thief, 50_000_000n)),
        }),
      () => ({
        rail: 'alpha',
        code: 'SIMULATION_FAILED',
        reason: `the rail's calls would take 50000000 of ${usdc} from our accounts, and declare 0`,
      }),
    ],
  ] as const) {
    it(`${given} gets nothing, and the next rail serves the payer`, async () => {
      plans = () => [step(), scriptedSteps.track()];

      const last = await transfer();

      expect(last).to.deep.include({ status: 'DONE', aggregator: 'stock', refusals: [refusal()] });
      expect(await holdings()).to.deep.equal({ thief: 0n, spender: 50_000_000n });
    });
  }

  for (const [given, step] of [
    ['by a transfer', () => call({ to: usdc, data: encoded('transfer', thief, 2_000_001n) })],
    ['by a deposit', () => deposit(2_000_001n)],
    [
      'through a helper',
      () => call({ to: helper, data: throughHelper(encoded('transferFrom', spender, thief, 1n)) }),
    ],
  ] as const) {
    it(`only once the pull is credited, ${given}, gets nothing, and the payer has the money back`, async () => {
      plans = (_order, asked) => [
        asked === 0 ? call({ to: helper, data: throughHelper('0x', thief) }) : step(),
        scriptedSteps.track(),
      ];

      const last = await transfer();

      expect(last).to.include({ status: 'FAILED', stage: 'REFUNDED' });
      expect(await holdings()).to.deep.equal({ thief: 0n, spender: 50_000_000n });
    });
  }

  describe('with a call that passes only where it is simulated', () => {
    beforeEach(() => {
      plans = () => [
        call({ to: moody, approve: { token: usdc, spender: helper, units: asAmount(2_000_000n) } }),
        scriptedSteps.track(),
      ];
    });
    afterEach(() => {
      taken = null;
    });

    it('is left without the approval it was given, at its own cost, and the payer has the money back', async () => {
      const before = await chargedToEngine();
      const last = await transfer();

      expect(last).to.include({ status: 'FAILED', stage: 'REFUNDED' });
      expect(
        await rpc('eth_call', [
          { to: usdc, data: encoded('allowance', spender, helper) },
          'latest',
        ]),
      ).to.equal(`0x${'0'.repeat(64)}`);
      const { transactions } = harness.container.get(parts.store).reads;
      const sent = await transactions.transactionsOf(textField(last, 'id'));
      const call = sent.find(({ purpose }) => purpose === 'call')?.gasCost ?? 0n;
      const revocation = sent.findLast(({ purpose }) => purpose === 'approve')?.gasCost ?? 0n;
      expect((await chargedToEngine()) - before).to.equal(call + revocation);
      expect(await holdings()).to.deep.equal({ thief: 0n, spender: 50_000_000n });
    });

    it('and took the money through its approval before, is for an operator to look at: nothing is given back a second time', async () => {
      taken = 1n;
      const payer = await freshPayer(harness, source, 2_000_000n);
      const { receipt } = await send(harness, payer, {
        from: source,
        to: destination,
        units: 2_000_000n,
      });

      const last = await untilStage(textField(receipt, 'id'), 'VERIFYING');

      expect(last).to.include({ status: 'BRIDGING', stage: 'VERIFYING' });
      expect(await usdcBalance(harness.devnet, source, payer.address)).to.equal(0n);
    });
  });

  function chargedToEngine(): Promise<bigint> {
    const { transactions } = harness.container.get(parts.store).reads;
    const today = new Date().toISOString().slice(0, 10);
    return transactions.spent('call-revert:eip155:8453:engine:alpha', today);
  }

  async function transfer() {
    const payer = await freshPayer(harness, source, 2_000_000n);
    const { receipt } = await send(harness, payer, {
      from: source,
      to: destination,
      units: 2_000_000n,
    });
    return endOfRoute(harness.client, textField(receipt, 'id'));
  }

  function untilStage(id: string, stage: string) {
    return until(
      `the stage ${stage}`,
      async () => {
        const receipt = await harness.client.get(`/api/route/status?id=${id}`);
        return (receipt['stage'] === stage || receipt['status'] !== 'BRIDGING') && receipt;
      },
      25,
    );
  }

  async function holdings() {
    return {
      thief: await usdcBalance(harness.devnet, source, thief),
      spender: await usdcBalance(harness.devnet, source, spender),
    };
  }

  /**
   * The first of two at one price; its plans go stale, so it is asked again once the pull is
   * credited.
   */
  function thievingRail() {
    const asked = new Map<string, number>();
    const script: RailScript = {
      plan: { pullTo: 'spender', keeps: 'perishable' },
      steps: (order) => {
        const before = asked.get(order.routeId) ?? 0;
        asked.set(order.routeId, before + 1);
        return plans(order, before);
      },
    };
    return stockRail({ ...script, manifest: scriptedManifest({ id: 'alpha', ways: ['alpha'] }) });
  }

  function call(
    change: Pick<PlanStep & { kind: 'call' }, 'to'> & Partial<PlanStep & { kind: 'call' }>,
  ): PlanStep {
    return {
      kind: 'call',
      chain: evmChain(source),
      data: '0x',
      value: 0n as (PlanStep & { kind: 'call' })['value'],
      handsOver: true,
      ...change,
    };
  }

  function deposit(units: bigint): PlanStep {
    const token = harness.container.get(parts.tokens).resolve(evmChain(source), 'USDC', 'token');
    return { kind: 'deposit', token, to: thief, units: asAmount(units) };
  }

  function encoded(name: string, ...values: readonly (string | bigint)[]): Hex {
    return token.encodeFunctionData(name, [...values]) as Hex;
  }

  function throughHelper(data: Hex, to: EvmAddress = usdc): Hex {
    return `0x${to.slice(2).padStart(64, '0')}${data.slice(2)}`;
  }

  function rpc(method: string, params: readonly unknown[]) {
    return chainRpc(harness.devnet, source, method, params);
  }
});
