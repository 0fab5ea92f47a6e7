import type { MoneyPorts } from '../money/money-ports.ts';

const pageSize = 200;

/** The sweep is the promise: every route that owes something has a job, whatever became of the last one. */
export async function reconcileRoutes(ports: Pick<MoneyPorts, 'reader' | 'work' | 'clock'>): Promise<number> {
  let found = 0;
  let after: string | undefined;
  for (;;) {
    const page = await ports.reader.unsettledRoutes(pageSize, after);
    const owing = page.filter((route) => route.phase !== 'ended');
    if (owing.length > 0) {
      await ports.work.run('reconcile-routes', async (tx) => {
        for (const route of owing) await tx.enqueue({ kind: 'advance-route', subject: route.id, runAtMs: ports.clock.now() });
      });
    }
    found += owing.length;
    after = page.at(-1)?.id;
    if (page.length < pageSize || after === undefined) return found;
  }
}
