import { NoAnswerError, type RouteReceipt, ServiceError } from '@interline/client';
import { expect } from 'chai';
import { followDeposit } from './follow-deposit.ts';

describe('a deposit that is followed', () => {
  it('reports each change once, every confirmation included, until the route ends', async () => {
    const { told, last } = await follow([
      receipt('AWAITING_DEPOSIT', 'AWAITING_DEPOSIT'),
      receipt('AWAITING_DEPOSIT', 'AWAITING_DEPOSIT'),
      receipt('BRIDGING', 'CONFIRMING', 0),
      receipt('BRIDGING', 'CONFIRMING', 1),
      receipt('BRIDGING', 'CONFIRMING', 1),
      receipt('BRIDGING', 'CONFIRMING', 2),
      receipt('DONE', 'DELIVERED', 2),
      receipt('DONE', 'DELIVERED', 3),
    ]);

    expect(told).to.deep.equal([
      'AWAITING_DEPOSIT',
      'SEEN 0.0005 BTC (50000 satoshis), in no block yet',
      'CONFIRMING 1 of 2',
      'CONFIRMING 2 of 2',
      'DONE DELIVERED',
    ]);
    expect(last.status).to.equal('DONE');
  });

  it('is followed on after RATE_LIMITED, a restart of the service and STORE_DOWN, and failures in a row are reported once', async () => {
    const { told, last } = await follow([
      receipt('AWAITING_DEPOSIT', 'AWAITING_DEPOSIT'),
      new ServiceError(429, {
        error: 'too many requests',
        errorCode: 'RATE_LIMITED',
        retryable: true,
        retryAfterMs: 1,
      }),
      receipt('AWAITING_DEPOSIT', 'AWAITING_DEPOSIT'),
      new NoAnswerError('no service answers at http://a', null),
      new ServiceError(503, { errorCode: 'STORE_DOWN', retryable: true, retryAfterMs: 1 }),
      receipt('DONE', 'DELIVERED', 2),
    ]);

    expect(told).to.deep.equal([
      'AWAITING_DEPOSIT',
      'too many requests; the route goes on by itself, and is read again in 1 s',
      'no service answers at http://a; the route goes on by itself, and is read again in 1 s',
      'DONE DELIVERED',
    ]);
    expect(last.status).to.equal('DONE');
  });

  it('is no longer followed if its refund waits for an address, because waiting does not help', async () => {
    const { told, last } = await follow([
      receipt('AWAITING_DEPOSIT', 'AWAITING_DEPOSIT'),
      receipt('BRIDGING', 'REFUND_HELD', 2),
      receipt('FAILED', 'REFUNDED', 2),
    ]);

    expect(told).to.deep.equal(['AWAITING_DEPOSIT', 'BRIDGING REFUND_HELD']);
    expect(last.stage).to.equal('REFUND_HELD');
  });

  it('is left a day after it expired, and not before', async () => {
    const dayMs = 24 * 3_600_000;
    const expired = receipt('BRIDGING', 'CONFIRMING', 1, Date.now() - dayMs - 1);
    const waiting = receipt('BRIDGING', 'CONFIRMING', 1, Date.now() - dayMs + 60_000);

    const left = await follow([expired, receipt('DONE', 'DELIVERED')]);
    const kept = await follow([waiting, receipt('DONE', 'DELIVERED')]);

    expect([left.last.status, kept.last.status]).to.deep.equal(['BRIDGING', 'DONE']);
  });
});

async function follow([first, ...later]: readonly (RouteReceipt | Error)[]) {
  const told: string[] = [];
  if (first === undefined || first instanceof Error)
    throw new Error('a route is followed from a receipt on');
  const answers = later.values();
  const client = {
    status: async () => {
      const { value } = answers.next();
      if (value instanceof Error) throw value;
      if (value === undefined) throw new Error('it was asked once too often');
      return value;
    },
  };
  const last = await followDeposit(
    client,
    first,
    ({ says }) => told.push(says),
    () => 0,
  );
  return { told, last };
}

function receipt(
  status: RouteReceipt['status'],
  stage: string,
  confirmations?: number,
  expiresAt = Date.now() + 60_000,
): RouteReceipt {
  const total =
    confirmations === undefined
      ? { parts: 0, amount: '0', missing: '50000', confirmations: 0 }
      : { parts: 1, amount: '50000', missing: '0', confirmations };
  // CAST: the fields that are read.
  return {
    id: 'rt_1',
    status,
    stage,
    elapsedSec: 1,
    from: { chain: 'bitcoin', symbol: 'BTC' },
    deposit: {
      chain: 'bitcoin',
      address: 'bcrt1q',
      amount: '50000',
      confirmations: 2,
      expiresAt,
      total,
    },
  } as unknown as RouteReceipt;
}
