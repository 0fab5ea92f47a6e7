import type { TransferPorts } from '../ports.ts';
import { type Route, stages } from '../route.ts';
import { releasePayout } from '../float/route-reservations.ts';
import { type Advance, moved, type WhyLeft } from '../settle/advance.ts';
import type { Deposit } from './deposit.ts';

/** Refunds everything at the address. The route fails once that is done. */
export async function refuseDeposit(
  ports: TransferPorts,
  route: Route,
  deposit: Deposit,
  { code, reason }: WhyLeft,
): Promise<Advance> {
  return moved(
    await ports.store.run('deposit-refused', async (tx) => {
      await releasePayout(tx, route);
      await tx.transfers.moveDeposit(deposit, { state: 'refused' });
      return tx.transfers.moveRoute(
        route,
        {
          status: 'BRIDGING',
          stage: stages.refunding,
          phase: 'refunding',
          failure: { code, reason },
        },
        ports.clock.now(),
      );
    }),
  );
}
