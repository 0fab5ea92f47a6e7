import type { Prepared } from '@interline/ports';
import { chargeRevert } from '../../transactions/index.ts';
import type { TransferPorts } from '../ports.ts';
import type { TransferUnit } from '../repository.ts';

/**
 * Charges gas that a payer's code burns in a successful pull, or in the EIP-2612 permit before it,
 * which no revert charges. The charge is in the unit that commits the transactions, before they are
 * sent, so that the budget also holds against many concurrent requests. A repeated pull is charged
 * again.
 */
export async function chargeExcess(
  ports: Pick<TransferPorts, 'clock'>,
  tx: TransferUnit,
  by: { readonly client: string; readonly payer: string },
  pulling: readonly Prepared[],
): Promise<void> {
  for (const { chain, excessCost, simulated } of pulling) {
    if (excessCost === undefined) continue;
    const kind = simulated?.runsForeignCode === true ? 'code-revert' : 'revert';
    await chargeRevert(ports, tx, { ...by, chain, gasCost: excessCost, kind });
  }
}
