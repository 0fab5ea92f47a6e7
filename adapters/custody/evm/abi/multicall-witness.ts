import type { Address, Hex } from '@interline/kernel';
import { type CallGroup, groupCountIn } from './batch-executor.ts';

/** Its event, its self-call and the copy of its calldata, with room. */
export const witnessGas = 8_000n;

/**
 * The last group of a multicall, which always fails: a call of the account to itself that gets no gas.
 * The executor reports that, and an account without the executor's code reports nothing: there the
 * multicall succeeds and does nothing.
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
 * Whether the executor ran a mined multicall of so many groups, its witness not counted. True of what
 * has no witness: a lone call that went out as it is, payments of one token, which their logs show,
 * and multicalls that were signed before there were witnesses.
 */
export function hasRun(
  { to, data }: { readonly to: Address | null; readonly data: Hex },
  account: Address,
  groups: number,
  failedGroups: readonly number[],
): boolean {
  // Calldata alone proves nothing: a rail's contract may take the same.
  const isWitnessed = to === account && groupCountIn(data) === groups + 1;
  return !isWitnessed || failedGroups.includes(groups);
}
