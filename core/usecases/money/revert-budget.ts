import { asUnits, maxUint256, noUnits } from '@interline/domain';
import type { JournalWriter } from '@interline/ports';
import { dayOf } from './money-policy.ts';
import type { MoneyPorts } from './money-ports.ts';

/** Days of gas lost to reverts: a chain's, and a client's on it. */
export function revertBudget(chain: string): string {
  return `revert:${chain}`;
}

export function clientRevertBudget(chain: string, client: string): string {
  return `revert:${chain}:${client}`;
}

/** Within the caller's unit: what is lost is charged whatever the limit, which only new starts are held to. */
export async function chargeRevert({ clock }: Pick<MoneyPorts, 'clock'>, tx: JournalWriter, chain: string, client: string, gasCostWei: bigint): Promise<void> {
  const day = dayOf(clock.now());
  const limit = asUnits(maxUint256);
  const units = gasCostWei > 0n ? asUnits(gasCostWei) : noUnits;
  await tx.charge({ budget: revertBudget(chain), units, limit }, day);
  await tx.charge({ budget: clientRevertBudget(chain, client), units, limit }, day);
}
