import type { EffectPurpose, EvmAddress, ExpectedTransfer, Hex } from '@interline/domain';
import type { Prepared } from '@interline/ports';
import type { EvmChain } from '../evm-chain.ts';
import type { Fees } from './market.ts';

/** Where a transaction is prepared. */
export interface Preparing {
  readonly chain: EvmChain;
  readonly accounts: { readonly spender: EvmAddress; readonly float: EvmAddress };
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
}

export function preparedFrom({ chain, accounts }: Preparing, draft: Draft, fees: Fees, block: number): Prepared {
  const { purpose, role, expects, to, data, valueWei, gasLimit } = draft;
  return { purpose, chain: chain.ref, role, account: accounts[role], tx: { to, data, valueWei, gasLimit, ...fees }, expects, block };
}
