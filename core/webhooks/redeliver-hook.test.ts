import type { WebhookUnit } from './repository.ts';
import type { RouteEvent, RouteStatus } from '../transfer/index.ts';
import type { HookDelivery } from './hook.ts';
import { redeliverHook } from './redeliver-hook.ts';
import { expect } from 'chai';

describe('a hook that an operator redelivers', () => {
  it("is sent its route's end under the id it had", async () => {
    const { redeliver, calls } = given({
      status: 'DONE',
      end: 'ev_1',
      deliveries: [delivery('msg_1', 'ev_1', 'dead')],
    });

    await redeliver('wh_1');

    expect(calls).to.deep.equal(['renew msg_1 at 1000']);
  });

  it('is not sent the end that a reorg took back, though it was delivered', async () => {
    const { redeliver, calls } = given({
      status: 'BRIDGING',
      end: 'ev_1',
      deliveries: [delivery('msg_1', 'ev_1', 'delivered')],
    });

    const refused: unknown = await redeliver('wh_1').catch((error: unknown) => error);

    expect(refused).to.include({
      code: 'WRONG_STATE',
      message: 'the route of this hook has not ended, so there is nothing to deliver',
    });
    expect(calls).to.deep.equal([]);
  });

  it('is sent the last of several ends, also where its endpoint was gone by then', async () => {
    const { redeliver, calls } = given({
      status: 'FAILED',
      end: 'ev_2',
      deliveries: [delivery('msg_1', 'ev_1', 'stopped')],
    });

    await redeliver('wh_1');

    expect(calls).to.deep.equal(['owe wh_1 ev_2 at 1000']);
  });

  it('has nothing to be sent while its route is under way', async () => {
    const { redeliver } = given({ status: 'BRIDGING', end: null, deliveries: [] });

    const refused: unknown = await redeliver('wh_1').catch((error: unknown) => error);

    expect(refused).to.include({ code: 'WRONG_STATE' });
  });
});

interface Case {
  readonly status: RouteStatus;
  readonly end: string | null;
  /** The newest event's first. */
  readonly deliveries: readonly HookDelivery[];
}

function given({ status, end, deliveries }: Case) {
  const calls: string[] = [];
  const unit = {
    transfers: {
      lockRoute: async () => ({ status }),
      lastEnd: async (): Promise<RouteEvent | null> =>
        end === null
          ? null
          : { id: end, kind: 'route.done', routeId: 'rt_1', srcTx: null, destTx: null, atMs: 1 },
    },
    webhooks: {
      deliveriesOf: async () => deliveries,
      renewDelivery: async (id: string, atMs: number) => {
        calls.push(`renew ${id} at ${atMs}`);
      },
      oweDelivery: async (hookId: string, { id }: RouteEvent, atMs: number) => {
        calls.push(`owe ${hookId} ${id} at ${atMs}`);
      },
    },
  };
  return {
    calls,
    redeliver: (id: string) =>
      // CAST: the reads and writes that a redelivery makes.
      redeliverHook(unit as unknown as WebhookUnit, { id, routeId: 'rt_1' }, 1_000),
  };
}

function delivery(id: string, eventId: string, state: HookDelivery['state']): HookDelivery {
  return { id, hookId: 'wh_1', eventId, state, tries: 1, oldTries: 0, dueAtMs: 5, createdAtMs: 5 };
}
