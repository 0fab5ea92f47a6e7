import type { Liability } from '@interline/core/books';
import { expect } from 'chai';
import { holdRefund } from './hold-refund.ts';
import { route as routeOf } from './testing/given-back-bench.ts';

const minuteMs = 60_000;

describe('a refund that is held', () => {
  it('is logged when it is first held and when the reason changes, not at every attempt', async () => {
    const world = held();

    await world.tryAt(0, 'the payer is blocked');
    await world.tryAt(10_000, 'the payer is blocked');
    await world.tryAt(20_000, 'the payer is blocked');
    await world.tryAt(30_000, 'the account holds less than the books');
    await world.tryAt(40_000, 'the account holds less than the books');

    expect(world.logged).to.deep.equal([
      { routeId: 'rt_1', reason: 'the payer is blocked', since: 0 },
      { routeId: 'rt_1', reason: 'the account holds less than the books', since: 0 },
    ]);
  });

  it('is logged again once an hour while it stays held', async () => {
    const world = held();

    for (let minute = 0; minute <= 121; minute += 1)
      await world.tryAt(minute * minuteMs, 'the payer is blocked');

    expect(world.loggedAtMs).to.deep.equal([0, 60 * minuteMs, 120 * minuteMs]);
  });

  it("is retried after the policy's pause", async () => {
    expect(await held().tryAt(5_000, 'the payer is blocked')).to.deep.equal({
      kind: 'later',
      atMs: 15_000,
    });
  });
});

/** One held route; each attempt sees what the previous one wrote. */
function held() {
  let nowMs = 0;
  let route = { ...routeOf('rt_1', 5n), updatedAtMs: 0 };
  let owed: Liability | null = null;
  const logged: unknown[] = [];
  const loggedAtMs: number[] = [];
  const tx = {
    books: {
      async putLiability(liability: Liability) {
        const before = owed;
        owed = { ...liability, sinceMs: before?.sinceMs ?? liability.sinceMs };
        return before;
      },
    },
    transfers: {
      async moveRoute(_route: unknown, _change: unknown, atMs: number) {
        route = { ...route, updatedAtMs: atMs };
      },
    },
  };
  // CAST: the ports that holding a refund uses.
  const ports = {
    clock: { now: () => nowMs },
    custody: { account: () => '0x00000000000000000000000000000000000000f1' },
    policy: { refundRetryMs: 10_000 },
    log: {
      error(event: string, fields: unknown) {
        if (event !== 'refund-held') return;
        logged.push(fields);
        loggedAtMs.push(nowMs);
      },
    },
    store: { run: (_name: string, work: (given: typeof tx) => unknown) => work(tx) },
  } as unknown as Parameters<typeof holdRefund>[0];
  return {
    logged,
    loggedAtMs,
    tryAt(atMs: number, reason: string) {
      nowMs = atMs;
      return holdRefund(ports, route, 'not-now', reason);
    },
  };
}
