import { RelayError } from '@interline/kernel';
import type { TransferPorts } from '../ports.ts';
import { type Receipt, receiptOf } from '../receipt.ts';
import { stages } from '../route.ts';
import type { RouteRunner } from '../settle/route-runner.ts';
import { releaseParts } from '../settle/settle-given-back.ts';

/**
 * An operator's order to retry a held refund now, or to forward what an upstream returned if it
 * keeps the rest. Throws `UNKNOWN_ROUTE`, or `WRONG_STATE` if no refund is held.
 */
export type ReleaseRefund = (id: string) => Promise<Receipt>;

const runsAtMost = 3;

export function releaseRefund(ports: TransferPorts, runner: RouteRunner): ReleaseRefund {
  return async (id) => {
    const held = await ports.store.reads.transfers.route(id);
    if (held === null) throw new RelayError('UNKNOWN_ROUTE', {}, 'no route has this id');
    const isReleased = await releaseParts(ports, held);
    if (!isReleased && held.phase !== 'refunding') {
      const found = `it is ${held.status}, stage ${held.stage}`;
      throw new RelayError(
        'WRONG_STATE',
        { field: 'id' },
        `this route has no refund to release; ${found}`,
      );
    }
    ports.log.info('refund-released', { routeId: id });
    for (let runs = 0; runs < runsAtMost; runs += 1) {
      const { kind } = await (runs === 0 ? runner.release(id) : runner.run(id));
      const now = await ports.store.reads.transfers.route(id);
      if (kind === 'ended' || now?.stage === stages.refundHeld) break;
    }
    return receiptOf((await ports.store.reads.transfers.route(id)) ?? held, ports.clock.now());
  };
}
