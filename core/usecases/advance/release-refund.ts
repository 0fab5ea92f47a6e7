import { RelayError, type Receipt, receiptOf, stages } from '@interline/domain';
import type { MoneyPorts } from '../money/money-ports.ts';
import type { RouteRunner } from './route-runner.ts';

/** An operator's order to try a held refund again now. Throws `UNKNOWN_ROUTE`, or `BAD_REQUEST` where no refund is held. */
export type ReleaseRefund = (id: string) => Promise<Receipt>;

const turnsAtMost = 3;

export function releaseRefund(ports: MoneyPorts, runner: RouteRunner): ReleaseRefund {
  return async (id) => {
    const held = await ports.reader.route(id);
    if (held === null) throw new RelayError('UNKNOWN_ROUTE', {}, 'no route has this id');
    if (held.phase !== 'refunding') throw new RelayError('BAD_REQUEST', { field: 'id' }, `this route has no refund to release; it is ${held.status}, stage ${held.stage}`);
    ports.log.info('refund-released', { routeId: id });
    for (let turn = 0; turn < turnsAtMost; turn += 1) {
      const { kind } = await runner.run(id);
      const now = await ports.reader.route(id);
      if (kind === 'ended' || now?.stage === stages.refundHeld) break;
    }
    return receiptOf(await ports.reader.route(id) ?? held, ports.clock.now());
  };
}
