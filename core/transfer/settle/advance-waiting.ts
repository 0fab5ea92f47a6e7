import type { PlanStep } from '@interline/kernel';
import type { TransferPorts } from '../ports.ts';
import type { Route } from '../route.ts';
import { failRoute } from './end-route.ts';
import { railProgress } from './rail-progress.ts';
import { later, moved, type Turn } from './turn.ts';

type WaitingStep = Extract<PlanStep, { kind: 'await-deposit' | 'await-funds' }>;

const pollMs = 2_000;

/** Nothing of ours moves until the rail sees the deposit, or the operator's funds. */
export async function advanceWaiting(
  ports: TransferPorts,
  route: Route,
  step: WaitingStep,
  signal: AbortSignal,
): Promise<Turn> {
  const nowMs = ports.clock.now();
  const progress = await railProgress(ports, route, step.ref, signal);
  switch (progress?.status) {
    case 'BRIDGING':
    case 'DONE':
      return moved(
        await ports.store.run('deposit-seen', (tx) =>
          tx.transfers.moveRoute(
            route,
            {
              status: 'BRIDGING',
              stage: progress.stage,
              cursor: route.cursor + 1,
              srcTx: progress.srcTx ?? route.srcTx,
            },
            nowMs,
          ),
        ),
      );
    case 'FAILED': {
      const failed = await ports.store.run('deposit-missed', (tx) =>
        failRoute(ports, tx, route, {
          code: 'NO_ROUTE',
          reason: 'the deposit did not arrive in time',
          stage: progress.stage,
        }),
      );
      return { kind: 'ended', route: failed };
    }
    case undefined:
    case 'WAITING':
    case 'FUNDS_REQUIRED':
    case 'AWAITING_DEPOSIT':
      return later(nowMs + pollMs);
  }
}
