import {
  answer,
  type TransactionPurpose,
  type EvmAddress,
  type ExpectedTransfer,
  type Hex,
  nativeAddress,
  type RailOutcome,
  refuse,
} from '@interline/kernel';
import type { Prepared } from '@interline/ports';
import type { EvmChain } from '../evm-chain.ts';
import { type ChainCosts, ordinaryGas, type OwnPurpose } from './chain-costs.ts';
import { gasCeilingOf, gasLimitOf, type GasNeed } from './gas-limit.ts';
import type { Fees } from './market.ts';

/** Where and for which accounts a transaction is prepared. */
export interface Preparing {
  readonly chain: EvmChain;
  readonly accounts: { readonly spender: EvmAddress; readonly float: EvmAddress };
  /** Our accounts of all key sets, former ones too: no call of a rail may take from any of them. */
  readonly ours: readonly EvmAddress[];
  /** Whether the spender's transactions are merged into multicalls here. */
  readonly usesMulticalls: boolean;
  readonly signal: AbortSignal;
}

export interface Draft {
  readonly purpose: TransactionPurpose;
  readonly role: Prepared['role'];
  readonly to: EvmAddress;
  readonly data: Hex;
  readonly valueWei: bigint;
  readonly gasLimit: bigint;
  readonly expects: ExpectedTransfer | null;
  readonly delegateTo?: EvmAddress;
  readonly then?: number;
}

/** A draft whose gas is not yet checked against the ceiling of its purpose. */
export interface Measured extends Omit<Draft, 'purpose' | 'gasLimit'> {
  readonly purpose: OwnPurpose;
  readonly gas: GasNeed;
  /**
   * Whether a payer's or recipient's own code runs in it. Such code may behave differently under
   * another limit, so it gets the one that it was simulated with: the ceiling.
   */
  readonly runsForeignCode?: boolean;
}

/**
 * Bytes that a rail or a caller wrote; a node would answer them as if it did not understand the
 * method.
 */
export const malformedBytes = refuse(
  'SIMULATION_FAILED',
  'the bytes of a call or signature are not hex of whole bytes',
);

/** All drafts with their gas limits, or the refusal of the first that exceeds its ceiling. */
export function preparedWithin(
  at: Preparing,
  drafts: readonly Measured[],
  fees: Fees,
  block: number,
): RailOutcome<readonly Prepared[]> {
  const prepared: Prepared[] = [];
  for (const { gas, runsForeignCode = false, ...draft } of drafts) {
    const limit = gasLimitOf(at.chain, draft.purpose, gas);
    if (!limit.ok) return limit;
    const gasLimit = runsForeignCode
      ? gasCeilingOf(at.chain.costs, draft.purpose, gas.posting)
      : limit.value;
    const one = preparedFrom(at, { ...draft, gasLimit }, fees, block);
    const excessWei = excessGas(at.chain.costs, draft, gas) * fees.maxFeePerGas;
    prepared.push({
      ...one,
      ...(excessWei > 0n ? { excessWei } : {}),
      ...(runsForeignCode ? { runsForeignCode } : {}),
    });
  }
  return answer(prepared);
}

/** Gas that the code of a payer or recipient burns beyond an ordinary transaction. */
function excessGas(
  { gasFactor }: ChainCosts,
  { purpose, expects }: Pick<Measured, 'purpose' | 'expects'>,
  { needed, posting }: GasNeed,
): bigint {
  const isCoin = purpose === 'payout' && expects?.token === nativeAddress;
  const ordinary = purpose === 'pull' ? ordinaryGas.pull : isCoin ? ordinaryGas.coinPayout : null;
  if (ordinary === null) return 0n;
  const excess = needed - posting - ordinary * gasFactor;
  return excess > 0n ? excess : 0n;
}

export function preparedFrom(
  { chain, accounts }: Preparing,
  draft: Draft,
  fees: Fees,
  block: number,
): Prepared {
  const { purpose, role, expects, to, data, valueWei, gasLimit, delegateTo, then } = draft;
  const tx = {
    to,
    data,
    valueWei,
    gasLimit,
    ...fees,
    ...(delegateTo === undefined ? {} : { delegateTo }),
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
