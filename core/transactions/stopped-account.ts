/**
 * - chain-behind: the chain shows fewer transactions of the account than the store saw mined, or
 *   some of its nodes show more than the store knows and others do not. It runs again when they are
 *   back, or agree.
 * - store-behind: the chain shows transactions of the account that the store does not know. It runs
 *   again when an operator says so.
 */
export type StopKind = 'chain-behind' | 'store-behind';

/**
 * What an account is stopped with: the kind, so that the next process knows it too, and the reason
 * for a person.
 */
export function stopText(kind: StopKind, reason: string): string {
  return `${kind}: ${reason}`;
}

/** Null for an account that runs. Text of no known kind needs an operator. */
export function stopKindOf(stopped: string | null): StopKind | null {
  if (stopped === null) return null;
  return stopped.startsWith('chain-behind: ') ? 'chain-behind' : 'store-behind';
}

export function isStoreBehind(stopped: string | null | undefined): boolean {
  return stopKindOf(stopped ?? null) === 'store-behind';
}

/** What an operator does about it. */
export const stopAdvice: Readonly<Record<StopKind, string>> = {
  'chain-behind':
    'Wait: the account runs again by itself when the chain shows these transactions again. If that takes ' +
    "more than a few minutes, check that the chain's RPC nodes are in step and serve the right network.",
  'store-behind':
    'Find out who sent the transactions that the store does not know: a store restored from a backup, a ' +
    'replica behind its primary, or the key used elsewhere. Then "interline operator resume-account" brings the account ' +
    'forward, and "interline operator release-route" lets each quarantined route go on.',
};
