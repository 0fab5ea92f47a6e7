import type { TransferPorts } from '../ports.ts';
import { type Route, stages } from '../route.ts';
import { later, type Turn } from './turn.ts';

/**
 * The payer's money may be with us and the chain does not show it: looked at again, and listed for
 * the operator meanwhile.
 */
export async function waitUnproven(ports: TransferPorts, route: Route): Promise<Turn> {
  const nowMs = ports.clock.now();
  if (route.stage !== stages.verifying) {
    await ports.store.run('pull-unproven', (tx) =>
      tx.transfers.moveRoute(route, { stage: stages.verifying }, nowMs),
    );
  }
  return later(nowMs + ports.policy.refundRetryMs);
}
