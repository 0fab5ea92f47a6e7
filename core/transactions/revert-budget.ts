import { asUnits, type ChainRef, maxUint256, noUnits } from '@interline/kernel';
import type { TransactionUnit } from './repository.ts';
import { dayOf } from '../switches/index.ts';
import type { TransactionPorts } from './ports.ts';

/**
 * What payers can make revert (pulls and refunds), and what recipients can: each pauses only its
 * own kind. A rail's calls are counted and pause nothing: a stale quote is no fault of the client.
 */
export type RevertKind = 'revert' | 'payout-revert' | 'call-revert';

/** Days of gas lost to reverts: a chain's, and a client's on it. */
export function revertBudget(chain: string, kind: RevertKind = 'revert'): string {
  return `${kind}:${chain}`;
}

export function clientRevertBudget(
  chain: string,
  client: string,
  kind: RevertKind = 'revert',
): string {
  return `${kind}:${chain}:${client}`;
}

export interface Lost {
  readonly chain: ChainRef;
  readonly client: string;
  readonly gasCostWei: bigint;
  readonly kind?: RevertKind;
}

/**
 * Within the caller's unit: what is lost is charged whatever the limit, which only new starts are
 * held to.
 */
export async function chargeRevert(
  { clock }: Pick<TransactionPorts, 'clock'>,
  tx: TransactionUnit,
  { chain, client, gasCostWei, kind }: Lost,
): Promise<void> {
  const day = dayOf(clock.now());
  const limit = asUnits(maxUint256);
  const units = gasCostWei > 0n ? asUnits(gasCostWei) : noUnits;
  await tx.transactions.charge({ budget: revertBudget(chain, kind), units, limit }, day);
  await tx.transactions.charge(
    { budget: clientRevertBudget(chain, client, kind), units, limit },
    day,
  );
}
