import type { ExecuteRequest } from '@interline/core/transfer';
import {
  asAmount,
  type ChainRef,
  defaultSlippage,
  evmAddress,
  type SignedPermit,
  type TokenRef,
} from '@interline/kernel';
import { accounts, modelToken } from './model-accounts.ts';
import type { ModelChain } from './model-chain.ts';

export interface ModelTransfer {
  readonly id: string;
  readonly from: ModelChain;
  readonly to: ModelChain;
  readonly units: bigint;
  readonly payer: string;
  readonly recipient: string;
  readonly permit: SignedPermit;
}

export const floatAtStart = 1_000_000n;
export const payerAtStart = 10_000_000n;

const payerOf = (index: number): string =>
  evmAddress(`0xaa${index.toString(16).padStart(38, '0')}`);
const recipientOf = (index: number): string =>
  evmAddress(`0xbb${index.toString(16).padStart(38, '0')}`);

/** What the float and that many payers have in the beginning, each payer good for one transfer. */
export function balancesAtStart(payers: number): ReadonlyMap<string, bigint> {
  return new Map([
    [accounts.float, floatAtStart],
    ...Array.from({ length: payers }, (_, index) => [payerOf(index), payerAtStart] as const),
  ]);
}

export function tokenOn(chain: ChainRef): TokenRef {
  return { chain, address: modelToken, symbol: 'USDC', decimals: 6, asset: 'USD' };
}

/** Of the payer with that index, before it has an id. */
export function transferOf(
  from: ModelChain,
  to: ModelChain,
  units: bigint,
  index: number,
): Omit<ModelTransfer, 'id'> {
  const payer = payerOf(index);
  return {
    from,
    to,
    units,
    payer,
    recipient: recipientOf(index),
    permit: {
      chain: from.ref,
      owner: evmAddress(payer),
      token: modelToken,
      units: asAmount(units),
      nonce: BigInt(index),
      deadline: BigInt(from.head.timestampSec + 1_800),
      signature: '0x',
    },
  };
}

export function requestOf({
  from,
  to,
  units,
  payer,
  recipient,
  permit,
}: Omit<ModelTransfer, 'id'>): ExecuteRequest {
  return {
    quote: {
      lane: { from: from.ref, to: to.ref },
      from: tokenOn(from.ref),
      to: tokenOn(to.ref),
      amount: asAmount(units),
      payer,
      recipient,
      slippage: defaultSlippage,
    },
    mode: 'permit2',
    permit,
    claimedSpender: null,
    allowance: null,
    minOut: null,
    live: true,
    dryRun: false,
    allowBurnAddress: false,
    excludeRails: [],
    onlyEnforced: false,
    sandbox: null,
    isOperator: false,
    client: 'model',
    idempotency: null,
  };
}
