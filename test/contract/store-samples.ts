import type { Route } from '@interline/core/transfer';
import {
  routeOwner,
  asAmount,
  asUnits,
  type Book,
  type Transaction,
  type SignedTransaction,
  evmAddress,
  type EvmAddress,
  evmChain,
  type Hex,
  type Reservation,
  type SignedPermit,
} from '@interline/kernel';

export const base = evmChain(8453);
export const optimism = evmChain(10);
export const spender = evmAddress('0x5555555555555555555555555555555555555555');
export const payer = evmAddress('0x7777777777777777777777777777777777777777');
export const usdc = evmAddress('0x3333333333333333333333333333333333333333');
export const gasBook: Book = { chain: base, account: spender, token: 'native' };

export function permit(nonce: bigint, change: Partial<SignedPermit> = {}): SignedPermit {
  return {
    chain: base,
    owner: payer,
    token: usdc,
    units: asAmount(25_000_000n),
    nonce,
    deadline: 1_790_000_000n,
    signature: '0xabcd',
    ...change,
  };
}

export function route(id: string, change: Partial<Route> = {}): Route {
  const token = { chain: base, address: usdc as string, symbol: 'USDC', decimals: 6, asset: 'USD' };
  return {
    id,
    version: 1,
    status: 'BRIDGING',
    stage: 'RECEIVING',
    phase: 'pulling',
    isSimulated: false,
    mode: 'permit2',
    rail: 'floatlane',
    railPackage: '@interline/rail-floatlane',
    bridge: 'floatlane',
    order: {
      routeId: id,
      lane: { from: base, to: optimism },
      from: { ...token, eip2612: { name: 'USD Coin', version: '2' } },
      to: { ...token, chain: optimism },
      amount: asAmount(25_000_000n),
      payer,
      recipient: payer,
      slippage: 5_000 as Route['order']['slippage'],
      minOutput: asUnits(24_000_000n),
    },
    permit: null,
    allowance: null,
    plan: {
      pullTo: 'float',
      output: asUnits(24_980_000n),
      fee: asUnits(20_000n),
      keeps: 'durable',
      steps: [
        {
          kind: 'payout',
          token: { ...token, chain: optimism },
          to: payer,
          units: asAmount(24_980_000n),
        },
      ],
      charges: [
        {
          budget: 'zero-gas',
          units: asUnits(7n),
          limit: asUnits(100n),
          reason: 'gas of the first pull',
        },
      ],
    },
    cursor: 0,
    credited: null,
    delivered: null,
    refusals: [{ rail: 'lifi', code: 'RAIL_DOWN', reason: 'resting' }],
    failure: null,
    srcTx: null,
    destTx: null,
    refundTx: null,
    givenBack: null,
    owed: null,
    refundTo: null,
    refundFrom: null,
    quote: null,
    client: 'c_1',
    spender: null,
    createdAtMs: 1_763_600_000_000,
    updatedAtMs: 1_763_600_000_000,
    ...change,
  };
}

export function transaction(
  id: string,
  slot: number,
  change: Partial<Transaction> = {},
): Transaction {
  return {
    id,
    owner: routeOwner('rt_1'),
    step: -1,
    purpose: 'pull',
    chain: base,
    role: 'spender',
    account: spender,
    slot,
    state: 'open',
    expects: { token: usdc, from: payer, to: spender, units: asUnits(25_000_000n) },
    minedHash: null,
    minedBlock: null,
    minedBlockHash: null,
    gasUsed: null,
    gasCost: null,
    reorgs: 0,
    simulated: null,
    feeCap: null,
    stuck: null,
    isFinal: false,
    multicall: null,
    createdAtMs: 1_763_600_000_000,
    ...change,
  };
}

export function signedTransaction(
  hash: Hex,
  transactionId: string,
  slot: number,
  change: Partial<SignedTransaction> = {},
): SignedTransaction {
  return {
    hash,
    transactionId,
    movements: [{ kind: 'pull', transactionId, expects: null }],
    chain: base,
    account: spender,
    slot,
    raw: '0x02f8',
    committedAtMs: 1_763_600_000_000,
    tx: {
      to: usdc,
      data: '0x30f28b7a',
      value: 0n,
      gasLimit: 120_000n,
      maxFeeRate: 1_000_000_000n,
      tip: 1_000_000n,
    },
    ...change,
  };
}

export function reservation(id: string, change: Partial<Reservation> = {}): Reservation {
  return {
    id,
    owner: routeOwner('rt_1'),
    book: gasBook,
    kind: 'outgoing',
    units: asUnits(500n),
    state: 'open',
    countsFromBlock: 0,
    settledBlock: null,
    ...change,
  };
}

export function otherPayer(digit: string): EvmAddress {
  return evmAddress(`0x${digit.repeat(40)}`);
}
