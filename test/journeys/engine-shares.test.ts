import { parts } from '@interline/server';
import type { Clock } from '@interline/ports';
import { expect } from 'chai';
import { type EngineHarness, hasEngines, startEngineHarness } from '../support/engine-harness.ts';

const minuteMs = 60_000;
/** LI.FI's without a key. */
const limit = { requests: 75, perMs: 120 * minuteMs };

describe("the engines' request limits through the service", () => {
  let harness: EngineHarness;
  let aheadMs = 0;
  before(async function () {
    if (!(await hasEngines())) this.skip();
    harness = await startEngineHarness({
      settings: { engines: { lifi: { limit } } },
      trustedProxies: ['127.0.0.1'],
      rebind: (container) => {
        const clock = container.get<Clock>(parts.clock);
        container.rebind<Clock>(parts.clock).toConstantValue({
          ...clock,
          now: () => clock.now() + aheadMs,
          monotonic: () => clock.monotonic() + aheadMs,
        });
      },
    });
  });
  after(() => harness?.stop());

  let units = 100_000_000;
  /** What LI.FI answers to a question that was never asked before; null for a price. */
  const ask = async (address: string): Promise<string | null> => {
    units += 1;
    const response = await fetch(`${harness.url}/api/route/quote`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({
        fromChain: 8453,
        toChain: 42161,
        token: 'USDC',
        amount: String(units),
        excludeRails: allButLifi,
      }),
    });
    const body = (await response.json()) as Answer; // CAST: the answer's own shape.
    if (response.ok) return null;
    return body.reasons?.find(({ rail }) => rail === 'lifi')?.code ?? 'no reason';
  };

  it("leave another client's quotes whole through two hours of one client at full speed", async () => {
    const [greedy, heard]: [(string | null)[], (string | null)[]] = [[], []];
    for (let turn = 0; turn < 12; turn += 1) {
      for (let more = 3; more > 0; more -= greedy.at(-1) === null ? 0 : 1)
        greedy.push(await ask('192.0.2.66'));
      heard.push(await ask('192.0.2.7'));
      aheadMs += 10 * minuteMs;
    }

    expect(heard).to.deep.equal(Array(12).fill(null));
    expect(greedy).to.deep.equal([
      ...Array<null>(30).fill(null),
      ...Array<string>(36).fill('RATE_LIMITED'),
    ]);
  });
});

interface Answer {
  readonly reasons?: readonly { readonly rail: string; readonly code: string }[];
}

const allButLifi = ['relay', 'across', 'socket', 'debridge', 'symbiosis', 'stargate', 'oneclick'];
