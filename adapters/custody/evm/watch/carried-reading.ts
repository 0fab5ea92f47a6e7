import { type Address, nativeAddress, type Transaction } from '@interline/kernel';
import type { MinedReading, WatchedForm } from '@interline/ports';
import { hasRun } from '../abi/multicall-witness.ts';
import type { ChainReceipt } from './receipts.ts';
import { evmTx } from '../evm-tx-fields.ts';

/**
 * One group of a multicall. It took effect if the executor ran and did not report it as failed;
 * moved coin leaves no other trace. If the executor did not run, no group took effect.
 */
export function carriedReading(
  { account, expects }: Pick<Transaction, 'account' | 'expects'>,
  carried: { readonly group: number; readonly of: number },
  form: Pick<WatchedForm, 'tx'>,
  receipt: ChainReceipt,
): MinedReading {
  const { hash, block, blockHash, gasUsed, gasCost, transfers } = receipt;
  const failedGroups = failedIn(account, carried.of, form, receipt);
  const isSuccess = receipt.isSuccess && !failedGroups.includes(carried.group);
  const coin = isSuccess && expects?.token === nativeAddress ? [{ ...expects, logIndex: -1 }] : [];
  return {
    hash,
    block,
    blockHash,
    isSuccess,
    gasUsed: gasUsed / BigInt(carried.of),
    gasCost: gasCost / BigInt(carried.of),
    multicall: { gasUsed, gasCost, failedGroups },
    transfers: isSuccess ? [...transfers, ...coin] : [],
  };
}

/** The failed groups, without the witness. */
function failedIn(
  account: Address,
  groups: number,
  { tx }: Pick<WatchedForm, 'tx'>,
  { isSuccess, failedGroups }: ChainReceipt,
): readonly number[] {
  return isSuccess && !hasRun(evmTx(tx), account, groups, failedGroups)
    ? Array.from({ length: groups }, (_, group) => group)
    : failedGroups.filter((group) => group < groups);
}
