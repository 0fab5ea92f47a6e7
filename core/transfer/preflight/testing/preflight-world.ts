import {
  answer,
  asAmount,
  asUnits,
  bps,
  type ChainRef,
  evmAddress,
  evmChain,
  type FirmQuote,
  matchLane,
  nonEvmNodes,
  type Price,
  readSlippage,
  standardParBandBps,
  type SignedPermit,
  TokenList,
  type TokenRef,
} from '@interline/kernel';
import type { CustodyPort, PayerState, RailPort } from '@interline/ports';
import type { TransferView } from '../../repository.ts';
import type { TransactionReads } from '../../../transactions/index.ts';
import type { ExecuteRequest } from '../../execute-request.ts';
import type { TransferReads } from '../../repository.ts';
import { type PreflightPorts, preflightRoute } from '../preflight-route.ts';

export const base = evmChain(8453);
export const arbitrum = evmChain(42161);
export const solana = nonEvmNodes.find((node) => node.wire === 'solana')?.chain ?? base;
export const usdcAddress = evmAddress('0x833589fcd6edb6e08f4c7c32d4f71b54bda02913');
const wethAddress = evmAddress('0x4200000000000000000000000000000000000006');
export const payer = evmAddress('0x1000000000000000000000000000000000000abc');
const recipient = evmAddress('0x2000000000000000000000000000000000000def');
export const spender = evmAddress('0x3000000000000000000000000000000000000003');
export const float = evmAddress('0x4000000000000000000000000000000000000004');
export const executor = evmAddress('0x5000000000000000000000000000000000000005');
const { signal } = new AbortController();

/** Reports every requested account as stopped. */
export const allStopped: Pick<TransactionReads, 'stoppedAmong'> = {
  stoppedAmong: async (accounts) =>
    accounts.map((one) => ({
      ...one,
      nextSlot: 1,
      lastMined: 0,
      lastFinal: -1,
      stopped: 'a nonce is missing',
      stoppedAtMs: 1,
    })),
};

const usdc = (chain: ChainRef): TokenRef => ({
  chain,
  address: usdcAddress,
  symbol: 'USDC',
  decimals: 6,
  asset: 'USD',
  eip2612: { name: 'USD Coin', version: '2' },
});
export const plainUsdc: TokenRef = {
  chain: base,
  address: usdcAddress,
  symbol: 'USDC',
  decimals: 6,
  asset: 'USD',
};
export const eth: TokenRef = {
  chain: base,
  address: 'native',
  symbol: 'ETH',
  decimals: 18,
  asset: 'ETH',
};
const weth: TokenRef = {
  chain: base,
  address: wethAddress,
  symbol: 'WETH',
  decimals: 18,
  asset: 'ETH',
};
const permit: SignedPermit = {
  chain: base,
  owner: payer,
  token: usdcAddress,
  units: asAmount(1_000_000n),
  nonce: 7n,
  deadline: 1_800_001_800n,
  signature: '0x01',
};

export const transfer: ExecuteRequest['quote'] = {
  lane: { from: base, to: arbitrum },
  from: usdc(base),
  to: usdc(arbitrum),
  amount: asAmount(1_000_000n),
  payer,
  recipient,
  slippage: readSlippage(undefined),
};

/** Deviations from a healthy world. */
export interface World {
  readonly payer?: Partial<PayerState>;
  readonly custody?: Partial<CustodyPort>;
  readonly reader?: {
    readonly transfers?: Partial<TransferReads>;
    readonly transactions?: Partial<TransactionReads>;
    readonly switches?: Partial<TransferView['switches']>;
  };
  /** Chains with deposits; the source chain when left out. */
  readonly depositChains?: readonly ChainRef[];
  readonly downChain?: ChainRef;
  readonly offer?: RailPort['offers'];
  readonly plan?: RailPort['plan'];
  readonly broadcast?: RailPort['manifest']['broadcast'];
  /** A coin of 18 decimals is worth a dollar. */
  readonly feeRate?: bigint;
  /** Value of a whole token in millionths of a dollar; a dollar when left out. */
  readonly microUsd?: bigint;
}

/** A preflight of 1 USDC with a valid permit, in a healthy world except for the given changes. */
export function preflight(change: Partial<ExecuteRequest> = {}, world: World = {}) {
  const request: ExecuteRequest = {
    quote: transfer,
    mode: 'permit2',
    permit,
    claimedSpender: null,
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
    ...change,
  };
  return preflightRoute(portsOf(world))(request, signal);
}

export function firm(rail: string, output: bigint): FirmQuote {
  return {
    kind: 'firm',
    rail,
    bridge: rail,
    via: [rail],
    input: asAmount(1_000_000n),
    output: asUnits(output),
    minOutput: asUnits(output),
    fee: asUnits(800n),
    durationSec: 15,
    expiresAtMs: 0,
    memo: {},
  };
}

function railOf({ offer, plan, broadcast = 'by-default' }: World): RailPort {
  return {
    manifest: {
      id: 'lane',
      api: '1.0.0',
      version: '1.0.0',
      title: 'lane',
      ways: ['lane'],
      lanes: [{ from: 'eip155:*', to: 'eip155:*', settles: 'firm' }],
      broadcast,
      minOut: 'enforced',
      effects: 'real',
      capabilities: ['inventory'],
    },
    offers: offer ?? (async () => [{ rail: 'lane', outcome: answer(firm('lane', 999_200n)) }]),
    plan:
      plan ??
      (async (order, quote) =>
        answer({
          pullTo: 'float',
          output: quote.output,
          fee: quote.fee,
          keeps: 'durable',
          charges: [],
          steps: [
            { kind: 'payout', token: order.to, to: order.recipient, units: asAmount(quote.output) },
          ],
        })),
    track: async () => ({ status: 'WAITING', stage: '' }),
    health: async () => ({ isUp: true }),
  };
}

function portsOf(world: World): PreflightPorts {
  const rail = railOf(world);
  const price: Price = { microUsd: world.microUsd ?? 1_000_000n, asOfMs: 0 };
  const custody: Partial<CustodyPort> = {
    chains: [base, arbitrum],
    former: [],
    account: (_chain, role) => (role === 'spender' ? spender : float),
    roleOf: (account) => (account === spender ? 'spender' : account === float ? 'float' : null),
    batchExecutor: executor,
    digestOf: () => '0xd1',
    verifyPermit: async () => answer({ digest: '0xd1', chainTimeSec: 1_800_000_000 }),
    payerState: async () => ({
      balance: asUnits(5_000_000n),
      permit2Allowance: asUnits(5_000_000n),
      eip2612Nonce: 0n,
      hasCode: false,
      promised: asUnits(0n),
      chainTimeSec: 1_800_000_000,
      ...world.payer,
    }),
    hasCode: async () => false,
    slotsTaken: async () => 0,
    prepare: async () => answer([]),
    ...world.custody,
  };
  const reader = {
    transfers: {
      routeByPermit: async () => null,
      intent: async () => null,
      ...world.reader?.transfers,
    },
    transactions: {
      pendingPulls: async () => [],
      pendingPullsOn: async () => [],
      spentOfEach: async () => [],
      openPulls: async () => ({ ofClient: 0n, ofPayer: 0n, inAll: 0n }),
      stoppedAmong: async () => [],
      ...world.reader?.transactions,
    },
    switches: { switches: async () => [], ...world.reader?.switches },
  };
  return {
    custody: custody as CustodyPort, // CAST: any other use fails the test.
    store: {
      reads: reader as unknown as TransferView, // CAST: any other read fails the test.
      run: () => Promise.reject(new Error('a preflight writes nothing')),
    },
    deposits: { chains: world.depositChains ?? [base] } as unknown as PreflightPorts['deposits'], // CAST: the only method in use.
    registry: {
      rails: [rail],
      onLane: (lane) => [rail].filter((one) => matchLane(one.manifest.lanes, lane) !== null),
      byId: () => rail,
      sandbox: undefined,
    },
    price: { priceOf: async () => price },
    chains: {
      call: async () => null,
      gasCost: async (_chain, gas) => gas * (world.feeRate ?? 1n),
      isUp: (chain) => chain !== world.downChain,
    },
    policy: {
      finality: {},
      rebroadcastAfterMs: 0,
      bumpAfterMs: 0,
      maxBumps: 0,
      slowBumpAfterMs: 0,
      displacedAfterMs: 0,
      holdSec: { '*': 0 },
      patienceMs: 0,
      retryAfterMs: 0,
      refundRetryMs: 0,
      overdueAfterMs: 0,
      maxAttempts: 0,
      revertBudget: asUnits(1n),
      clientRevertBudget: asUnits(1n),
      payerRevertBudget: asUnits(1n),
      engineRevertBudget: asUnits(1n),
      parBandBps: standardParBandBps,
      maxOpenPullsUsd: 100,
      openPullsShareBps: bps(10_000),
      deficitPayoutLimitUsd: 10,
    },
    tokens: new TokenList([usdc(base), usdc(arbitrum), eth, weth]),
    clock: {
      now: () => 1_800_000_000_000,
      monotonic: () => 0,
      sleep: async () => undefined,
      alarm: () => ({ rang: new Promise(() => undefined), cancel: () => undefined }),
    },
    entropy: { hex: (bytes) => '0'.repeat(bytes * 2) },
  };
}
