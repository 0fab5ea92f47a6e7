import type { EffectPurpose, EvmAddress, ExpectedTransfer, Hex } from '@interline/domain';
import type { Prepared } from '@interline/ports';
import type { EvmChain } from '../evm-chain.ts';
import type { Fees } from './market.ts';

/** Where a transaction is prepared. */
export interface Preparing {
  readonly chain: EvmChain;
  readonly accounts: { readonly spender: EvmAddress; readonly float: EvmAddress };
  /** Whether the spender's transactions are merged here. */
  readonly isBatched: boolean;
  readonly signal: AbortSignal;
}

export interface Draft {
  readonly purpose: EffectPurpose;
  readonly role: Prepared['role'];
  readonly to: EvmAddress;
  readonly data: Hex;
  readonly valueWei: bigint;
  readonly gasLimit: bigint;
  readonly expects: ExpectedTransfer | null;
  readonly delegateTo?: EvmAddress;
  readonly then?: number;
}

export function preparedFrom({ chain, accounts }: Preparing, draft: Draft, fees: Fees, block: number): Prepared {
  const { purpose, role, expects, to, data, valueWei, gasLimit, delegateTo, then } = draft;
  const tx = { to, data, valueWei, gasLimit, ...fees, ...(delegateTo === undefined ? {} : { delegateTo }) };
  return { purpose, chain: chain.ref, role, account: accounts[role], tx, expects, block, ...(then === undefined ? {} : { then }) };
}
