import type { TransferPorts } from '../ports.ts';
import { unsettledPages } from './unsettled-pages.ts';

/**
 * The sweep is the promise: every route that owes something has a job, whatever became of the last
 * one.
 */
export async function reconcileRoutes(
  ports: Pick<TransferPorts, 'store' | 'clock'>,
): Promise<number> {
  let found = 0;
  for await (const page of unsettledPages(ports.store.reads)) {
    const owing = page.filter((route) => route.phase !== 'ended');
    if (owing.length > 0) {
      await ports.store.run('reconcile-routes', async (tx) => {
        for (const route of owing)
          await tx.jobs.enqueue({
            kind: 'advance-route',
            subject: route.id,
            runAtMs: ports.clock.now(),
          });
      });
    }
    found += owing.length;
  }
  return found;
}
