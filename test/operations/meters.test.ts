import {
  meteredHookPost,
  meteredJobs,
  meteredRails,
  type Meters,
  openMeters,
  watchEngines,
  watchOutside,
} from '@interline/adapters/metrics';
import { fakeHttpDeps } from '@interline/http/testing';
import { answer, evmAddress, evmChain, refuse, RelayError, type TokenRef } from '@interline/kernel';
import type { JobQueue, LeasedJob } from '@interline/ports';
import type { HookAnswer } from '@interline/core/webhooks';
import type { HookPost } from '@interline/core/webhooks';
import { railRegistry } from '@interline/plugins';
import {
  type RailScript,
  scriptedQuote,
  scriptedRail,
  testRequest,
} from '@interline/plugins/testing';
import { expect } from 'chai';

const signal = new AbortController().signal;

describe('what is counted of rails', () => {
  it('is what each way answered: a price, or the code it refused with', async () => {
    const meters = openMeters();
    const rail = scriptedRail({
      manifest: { id: 'pair', ways: ['one', 'two'] },
      ...pricesOnly('one'),
    });

    const registry = meteredRails(railRegistry([rail]), meters);
    const offers = await registry.onLane(testRequest().lane)[0]?.offers(testRequest(), signal);

    expect(offers?.map(({ outcome }) => outcome.ok)).to.deep.equal([true, false]);
    expect(await linesOf(meters, 'interline_offers_total')).to.deep.equal([
      'interline_offers_total{rail="one",outcome="firm"} 1',
      'interline_offers_total{rail="two",outcome="INSUFFICIENT_FLOAT"} 1',
    ]);
  });

  it('is the code of a fault, which goes on to its caller', async () => {
    const meters = openMeters();
    const rail = scriptedRail({
      manifest: { id: 'slow' },
      before: async () => {
        throw new RelayError('RAIL_TIMEOUT');
      },
    });

    const registry = meteredRails(railRegistry([rail]), meters);
    const fault = await registry
      .byId('slow')
      ?.health(signal)
      .catch((error: unknown) => error);

    expect(fault).to.be.instanceOf(RelayError).with.property('code', 'RAIL_TIMEOUT');
    expect(await linesOf(meters, 'interline_rail_call_seconds_count')).to.deep.equal([
      'interline_rail_call_seconds_count{rail="slow",call="health",outcome="RAIL_TIMEOUT"} 1',
    ]);
  });

  it('leaves the registry as it was: every rail is found in each of the ways it can be asked for', () => {
    const [real, simulated] = [
      scriptedRail({ manifest: { id: 'real' } }),
      scriptedRail({ manifest: { id: 'sandbox', effects: 'simulated' } }),
    ];

    const registry = meteredRails(railRegistry([real, simulated]), openMeters());

    expect(registry.rails.map(({ manifest }) => manifest.id)).to.deep.equal(['real', 'sandbox']);
    expect(registry.byId('real')).to.equal(registry.rails[0]);
    expect(registry.sandbox).to.equal(registry.rails[1]);
    expect(registry.byId('none')).to.equal(undefined);
  });
});

describe('what is counted of jobs and webhooks', () => {
  it('is how long a job was due, and how it left', async () => {
    const meters = openMeters();
    const [first, second] = [job('job_1'), job('job_2')];
    const jobs = meteredJobs(queueOf([first, second]), meters, { now: () => 4_000 });

    await jobs.claim('w_1', 2, 10_000);
    await jobs.complete(first);
    await jobs.retry(second, 9_000);
    await jobs.retry(second, 9_500);

    expect(await linesOf(meters, 'interline_job_seconds_count')).to.deep.equal([
      'interline_job_seconds_count{kind="advance-route",outcome="completed"} 1',
      'interline_job_seconds_count{kind="advance-route",outcome="put-off"} 1',
    ]);
    expect(await linesOf(meters, 'interline_job_delay_seconds_sum')).to.deep.equal([
      'interline_job_delay_seconds_sum{kind="advance-route"} 6',
    ]);
  });

  it("is the class of a receiver's status, or why there was none", async () => {
    const meters = openMeters();
    const answers: HookAnswer[] = [
      { outcome: 'answered', httpStatus: 204, retryAfterMs: null },
      { outcome: 'answered', httpStatus: 503, retryAfterMs: null },
      { outcome: 'timeout', httpStatus: null, retryAfterMs: null },
    ];
    const post = meteredHookPost(scriptedPost(answers), meters);

    for (let n = 0; n < 3; n += 1)
      await post.post(
        { id: 'dl_1', url: 'https://example.org/secret-path', body: '{}', secret: null, atMs: 0 },
        signal,
      );

    expect(await linesOf(meters, 'interline_hook_try_seconds_count')).to.deep.equal(
      ['2xx', '5xx', 'timeout'].map(
        (outcome) => `interline_hook_try_seconds_count{outcome="${outcome}"} 1`,
      ),
    );
  });
});

describe('what is counted of engines', () => {
  it('is how many requests each has left and which state it is in, so that a drained one is seen', async () => {
    const meters = openMeters();
    const reason = 'the request limit of lifi is used up for 7199 s';
    const own = { state: 'used-up', reason, requestsLeft: 0 } as const;
    const rails = [
      { name: 'lifi', isUp: false, reason, own },
      { name: 'floatlane', isUp: true, reason: null, own: null },
    ];
    watchEngines(meters, async () => ({
      ...(await fakeHttpDeps().useCases.discovery.serviceStatus()),
      rails,
    }));

    expect(await linesOf(meters, 'interline_engine_requests_left')).to.deep.equal([
      'interline_engine_requests_left{engine="lifi"} 0',
    ]);
    expect(await linesOf(meters, 'interline_engine_state')).to.deep.equal([
      'interline_engine_state{engine="lifi",state="open"} 0',
      'interline_engine_state{engine="lifi",state="resting"} 0',
      'interline_engine_state{engine="lifi",state="paused"} 0',
      'interline_engine_state{engine="lifi",state="used-up"} 1',
    ]);
  });
});

describe('what is counted of the world outside', () => {
  const base = evmChain(8453);
  const token: TokenRef = {
    chain: base,
    address: evmAddress('0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'),
    symbol: 'USDC',
    decimals: 6,
    asset: 'USD',
  };

  it('is how old the newest block and the price are: what is silent stays as it was, so that it ages', async () => {
    const meters = openMeters();
    let isSilent = false;
    const told = async <T>(value: T): Promise<T> => {
      if (isSilent) throw new RelayError('CHAIN_UNREACHABLE');
      return value;
    };
    watchOutside(meters, {
      chains: [base],
      chainTime: { headTimeMs: () => told(1_800_000_000_000) },
      price: { priceOf: () => told({ microUsd: 1_000_000n, asOfMs: 1_800_000_007_000 }) },
      tokens: { on: () => [token] },
    });
    const seen = [
      'interline_chain_head_timestamp_seconds{chain="eip155:8453"} 1800000000',
      'interline_price_timestamp_seconds{chain="eip155:8453",token="USDC"} 1800000007',
    ];
    const read = async (): Promise<readonly string[]> => [
      ...(await linesOf(meters, 'interline_chain_head_timestamp_seconds')),
      ...(await linesOf(meters, 'interline_price_timestamp_seconds')),
    ];

    expect(await read()).to.deep.equal(seen);
    isSilent = true;
    expect(await read()).to.deep.equal(seen);
  });

  it('is not there for a token that never had a price', async () => {
    const meters = openMeters();
    watchOutside(meters, {
      chains: [base],
      chainTime: { headTimeMs: async () => 1_000 },
      price: { priceOf: async () => null },
      tokens: { on: () => [token] },
    });

    expect(await linesOf(meters, 'interline_price_timestamp_seconds')).to.deep.equal([]);
  });
});

function pricesOnly(priced: string): Pick<RailScript, 'quote'> {
  return {
    quote: (request, offer) =>
      offer === priced
        ? answer(scriptedQuote(request, { rail: offer }))
        : refuse('INSUFFICIENT_FLOAT', 'the float is low'),
  };
}

async function linesOf({ registry }: Meters, name: string): Promise<readonly string[]> {
  return (await registry.metrics()).split('\n').filter((line) => line.startsWith(`${name}{`));
}

function job(id: string): LeasedJob {
  return { id, kind: 'advance-route', subject: `rt_${id}`, runAtMs: 1_000, attempts: 1, fence: 1 };
}

function queueOf(jobs: readonly LeasedJob[]): JobQueue {
  return {
    claim: async () => jobs,
    heartbeat: async (_worker, ids) => ids,
    complete: async () => undefined,
    retry: async () => undefined,
    takeOver: async () => 0,
    onEnqueued: () => () => undefined,
  };
}

function scriptedPost(answers: readonly HookAnswer[]): HookPost {
  let turn = 0;
  return {
    judge: () => ({ ok: true, host: 'example.org' }),
    async post() {
      const answer = answers[turn];
      turn += 1;
      if (answer === undefined) throw new Error('the script is over');
      return answer;
    },
  };
}
