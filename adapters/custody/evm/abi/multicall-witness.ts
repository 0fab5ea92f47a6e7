import type { Address, Hex } from '@interline/kernel';
import { type CallGroup, groupCountIn } from './batch-executor.ts';

/** Gas for its event, its self-call and the copy of its calldata, with margin. */
export const witnessGas = 8_000n;

/**
 * The last group of a multicall, which always fails: a call of the account to itself without gas.
 * The executor reports the failure. An account without the executor's code reports nothing; its
 * multicall succeeds without effect.
 */
export function witnessOf(account: Address): CallGroup {
  return { gasCap: 0n, calls: [{ to: account, data: '0x', value: 0n }] };
}

export function isWitness({ gasCap, calls: [only, ...others] }: CallGroup, account: Address) {
  return (
    gasCap === 0n &&
    others.length === 0 &&
    only?.to === account &&
    only.data === '0x' &&
    only.value === 0n
  );
}

/**
 * Whether the executor ran a mined multicall of so many groups, without its witness. Also true for
 * transactions without a witness: a single call sent as it is, payments of one token (their logs
 * show them), and multicalls signed before witnesses existed.
 */
export function hasRun(
  { to, data }: { readonly to: Address | null; readonly data: Hex },
  account: Address,
  groups: number,
  failedGroups: readonly number[],
): boolean {
  // Calldata alone proves nothing, because a rail's contract may take the same calldata.
  const isWitnessed = to === account && groupCountIn(data) === groups + 1;
  return !isWitnessed || failedGroups.includes(groups);
}
