import type { Prepared } from '@interline/ports';
import { chargeRevert } from '../../transactions/index.ts';
import type { TransferPorts } from '../ports.ts';
import type { TransferUnit } from '../repository.ts';

/**
 * A payer's code can burn gas in a pull that succeeds, or in the EIP-2612 permit in front of it, so no
 * revert ever charges it. Charged within the unit that commits them, before they are sent, so that the
 * budget holds against many requests at once; a pull that is made again is charged again.
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
