import {
  answer,
  type TransactionPurpose,
  type Address,
  type ExpectedTransfer,
  type Hex,
  nativeAddress,
  type RailOutcome,
  refuse,
  type SimulatedGas,
} from '@interline/kernel';
import type { Prepared } from '@interline/ports';
import type { EvmChain } from '../evm-chain.ts';
import type { ReadableNodes } from '../rpc/confirm-refusal.ts';
import { type ChainCosts, ordinaryGas, type OwnPurpose } from './chain-costs.ts';
import { baseGas, gasCeilingOf, gasLimitOf, type GasNeed, leastLimitOf } from './gas-limit.ts';
import { type Fees, least, type Market, marketFees, most, nextBlockPrice } from './market.ts';

/** The chain and accounts that a transaction is prepared for. */
export interface Preparing {
  readonly chain: Omit<EvmChain, 'client'> & { readonly client: ReadableNodes };
  readonly accounts: { readonly spender: Address; readonly float: Address };
  /**
   * Our accounts of all key sets, former ones too: a rail's calls may not take from any of them.
   */
  readonly ours: readonly Address[];
  /** Whether the spender's transactions are merged into multicalls on this chain. */
  readonly usesMulticalls: boolean;
  readonly signal: AbortSignal;
}

export interface Draft {
  readonly purpose: TransactionPurpose;
  readonly role: Prepared['role'];
  readonly to: Address;
  readonly data: Hex;
  readonly value: bigint;
  readonly gasLimit: bigint;
  readonly expects: ExpectedTransfer | null;
  readonly delegateTo?: Address;
  readonly then?: number;
}

/** A draft whose gas is not yet checked against its purpose's ceiling. */
export interface Measured extends Omit<Draft, 'purpose' | 'gasLimit'> {
  readonly purpose: OwnPurpose;
  readonly gas: GasNeed;
  /** Whether a payer's or recipient's own code runs in it. */
  readonly runsForeignCode?: boolean;
  /** Signed with the whole ceiling, because it does not work under its measured limit. */
  readonly needsCeiling?: boolean;
}

/**
 * Bytes from a rail or a caller. A node would answer malformed ones as if it did not know the
 * method.
 */
export const malformedBytes = refuse(
  'SIMULATION_FAILED',
  'the bytes of a call or signature are not hex of whole bytes',
);

/** All drafts with their gas limits, or the first refusal for exceeding a ceiling. */
export function preparedWithin(
  at: Preparing,
  drafts: readonly Measured[],
  market: Market,
  block: number,
): RailOutcome<readonly Prepared[]> {
  const { costs } = at.chain;
  const fees = marketFees(market, costs.feeRateCap);
  const prepared: Prepared[] = [];
  for (const { gas, runsForeignCode = false, needsCeiling = false, ...draft } of drafts) {
    // Foreign code is tried on a second node instead, because it may burn the whole signed limit.
    const leastLimit = runsForeignCode ? 0n : leastLimitFor(costs, draft, gas.posting);
    const wanted = most(gas.wanted, leastLimit);
    const limit = gasLimitOf(at.chain, draft.purpose, { ...gas, wanted });
    if (!limit.ok) return limit;
    const gasLimit = needsCeiling ? gasCeilingOf(costs, draft.purpose, gas.posting) : limit.value;
    const one = preparedFrom(at, { ...draft, gasLimit }, fees, block);
    const excessCost = excessGas(costs, draft, gas) * fees.maxFeeRate;
    prepared.push({
      ...one,
      simulated: simulatedOf(costs, gas, { gasLimit, runsForeignCode }),
      nextBlockCost: gasLimit * nextBlockPrice(market, fees),
      neededCost: least(gas.needed, gasLimit) * nextBlockPrice(market, fees),
      ...(excessCost > 0n ? { excessCost } : {}),
      ...(draft.purpose === 'call'
        ? { callGas: (gas.needed - gas.posting) / costs.gasFactor }
        : {}),
    });
  }
  return answer(prepared);
}

/** In the chain's own gas; see `leastLimitOf`. */
export function leastLimitFor(
  costs: ChainCosts,
  { purpose, expects }: Pick<Measured, 'purpose' | 'expects'>,
  posting: bigint,
): bigint {
  const isCoin = expects?.token === nativeAddress;
  return leastLimitOf(costs, isCoin ? 'coinPayment' : purpose, posting);
}

/**
 * Posting may double before the block. On chains that multiply the EVM's gas no simulation shows
 * the block's gas, so any value within the limit is as expected.
 */
function simulatedOf(
  { gasFactor }: ChainCosts,
  { needed, posting }: GasNeed,
  { gasLimit, runsForeignCode }: { readonly gasLimit: bigint; readonly runsForeignCode: boolean },
): SimulatedGas {
  const gas = gasFactor > 1n ? gasLimit : needed + posting;
  return { gas, gasInMulticall: gas - baseGas, runsForeignCode };
}

/** Gas that a payer's or recipient's code burns beyond an ordinary transaction. */
function excessGas(
  { gasFactor }: ChainCosts,
  { purpose, expects }: Pick<Measured, 'purpose' | 'expects'>,
  { needed, posting }: GasNeed,
): bigint {
  const ordinary = ordinaryOf(purpose, expects);
  if (ordinary === null) return 0n;
  const excess = needed - posting - ordinary * gasFactor;
  return excess > 0n ? excess : 0n;
}

/** Null if no code of a payer or recipient runs, or only code that is charged otherwise. */
function ordinaryOf(purpose: OwnPurpose, expects: Measured['expects']): bigint | null {
  if (purpose === 'allowance' || purpose === 'pull') return ordinaryGas[purpose];
  return purpose === 'payout' && expects?.token === nativeAddress ? ordinaryGas.coinPayout : null;
}

export function preparedFrom(
  { chain, accounts }: Preparing,
  draft: Draft,
  fees: Fees,
  block: number,
): Prepared {
  const { purpose, role, expects, to, data, value, gasLimit, delegateTo, then } = draft;
  const tx = {
    to,
    data,
    value,
    gasLimit,
    ...fees,
    ...(delegateTo === undefined ? {} : { delegateTo, slots: 2 }),
  };
  return {
    purpose,
    chain: chain.ref,
    role,
    account: accounts[role],
    tx,
    expects,
    block,
    ...(then === undefined ? {} : { then }),
  };
}
