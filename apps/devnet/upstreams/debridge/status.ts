import type { OrderState } from '../order.ts';
import type { StatusEndpoint } from '../stand-in.ts';

const unlockSentMs = 1_000;
const unlockClaimedMs = 3_000;

export const status: StatusEndpoint = {
  method: 'GET',
  path: '/v1.0/dln/order/:orderId/status',
  find: ({ params }, book) => book.byId(params.orderId ?? ''),
  tell: (order, { params }) => ({
    status: 200,
    body: {
      orderId: params.orderId,
      status: stateWord(order?.state ?? { stage: 'quoted' }, Date.now()),
    },
  }),
};

/**
 * The taker is paid back on the source chain after the recipient is paid, so a fulfilled order has
 * three states by its age.
 */
export function stateWord(state: OrderState, nowMs: number): string {
  switch (state.stage) {
    case 'quoted':
      return 'None';
    case 'seen':
    case 'filling':
    case 'stuck':
      return 'Created';
    case 'refunding':
      return 'OrderCancelled';
    case 'refunded':
      return 'ClaimedOrderCancel';
    case 'filled':
      if (nowMs - state.atMs >= unlockClaimedMs) return 'ClaimedUnlock';
      return nowMs - state.atMs >= unlockSentMs ? 'SentUnlock' : 'Fulfilled';
  }
}
