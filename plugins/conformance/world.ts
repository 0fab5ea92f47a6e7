import { RelayError } from '@interline/kernel';
import type { Clock, OutboundHttp, OutboundRequest, PricePort } from '@interline/ports';
import type { RailContext } from '../rail-context.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import { RecordingLog } from '../testing/recording-log.ts';
import { testContext } from '../testing/test-context.ts';
import { testInventory } from '../testing/test-inventory.ts';
import type { WorldParts } from './cases.ts';

/**
 * `silent`: no port ever answers. `hostile`: upstreams answer garbage that contains the canary.
 * `down`: no upstream can be reached.
 */
export type Weather = 'fair' | 'silent' | 'hostile' | 'down';

/** One host for one rail, and everything observed of the rail. */
export interface World {
  readonly clock: ManualClock;
  readonly log: RecordingLog;
  readonly context: RailContext;
  readonly outbound: readonly OutboundRequest[];
  /** Names that the rail read from its context although the contract does not have them. */
  readonly strayReads: readonly string[];
}

/**
 * Represents an API key, or a key in an upstream's error page. Its format matches no other rule, so
 * only the search for it can find it.
 */
export const canary = 'canary-7f3b';

const known = [
  'clock',
  'http',
  'log',
  'price',
  'chains',
  'tokens',
  'facts',
  'standardFeeBps',
  'parBandBps',
  'relayer',
  'inventory',
  'members',
  'askTraced',
];

export function makeWorld(parts: WorldParts, weather: Weather): World {
  const clock = new ManualClock();
  const log = new RecordingLog();
  const outbound: OutboundRequest[] = [];
  const strayReads: string[] = [];
  const fair = testContext({
    inventory: testInventory(),
    price: pricesByAsset(clock),
    ...parts,
    log,
    clock: weather === 'silent' ? clock : jumping(clock),
  });
  const given = {
    ...fair,
    ...(weather === 'silent' ? silence(fair) : {}),
    http: heard(weatherHttp(fair.http, weather), outbound),
  };
  const context = new Proxy(Object.freeze(given), {
    get(target, name): unknown {
      if (typeof name === 'string' && !known.includes(name)) strayReads.push(name);
      return Reflect.get(target, name);
    },
  });
  return { clock, log, context, outbound, strayReads };
}

/**
 * Sleeping advances the clock at once, so that a rail that retries after a pause does not block the
 * suite.
 */
function jumping(clock: ManualClock): Clock {
  return {
    now: () => clock.now(),
    monotonic: () => clock.monotonic(),
    alarm: (ms) => clock.alarm(ms),
    sleep: async (ms, signal) => {
      if (!signal?.aborted) await clock.advance(ms);
    },
  };
}

function heard(http: OutboundHttp, outbound: OutboundRequest[]): OutboundHttp {
  return {
    request: (request, signal) => {
      outbound.push(request);
      return http.request(request, signal);
    },
  };
}

function weatherHttp(http: OutboundHttp, weather: Weather): OutboundHttp {
  switch (weather) {
    case 'fair':
      return http;
    case 'silent':
      return { request: (_request, signal) => untilAborted(signal) };
    case 'hostile':
      return rubbish();
    case 'down':
      return {
        request: async () => {
          throw new RelayError('RAIL_FAULT', {}, 'the upstream cannot be reached');
        },
      };
  }
}

/** Every asset has a different value, so that paying one for another unit for unit is detected. */
function pricesByAsset(clock: Clock): PricePort {
  return {
    priceOf: async ({ asset }) => ({
      microUsd: microUsdByAsset[asset] ?? 3_000_000n,
      asOfMs: clock.now(),
    }),
  };
}

const microUsdByAsset: Readonly<Record<string, bigint>> = {
  USD: 1_000_000n,
  ETH: 2_500_000_000n,
  BTC: 100_000_000_000n,
  XLM: 400_000n,
};

/**
 * Error pages, a truncated response and a well-formed error, in turn; all with a secret in them.
 */
function rubbish(): OutboundHttp {
  const secret = `https://relay:${canary}@upstream.example/v1?apiKey=${canary}`;
  const pages = [
    { status: 502, body: `<html><body>Bad gateway ${secret}</body></html>` },
    { status: 200, body: `{"quote": "${secret}"` },
    {
      status: 400,
      body: JSON.stringify({
        code: canary,
        message: secret,
        error: { message: secret, reason: canary },
        errors: [secret],
        detail: canary,
      }),
    },
    {
      status: 200,
      body: JSON.stringify({
        message: secret,
        status: canary,
        error: canary,
        estimate: canary,
        routes: [canary],
      }),
    },
  ] as const;
  let turn = 0;
  return {
    async request() {
      const page = pages[turn++ % pages.length] ?? pages[0];
      return { ...page, headers: { 'x-secret': canary } };
    },
  };
}

function silence({ chains, inventory }: RailContext): Partial<RailContext> {
  return {
    price: { priceOf: (_token, signal) => untilAborted(signal) },
    chains: {
      call: (_chain, _to, _data, signal) => untilAborted(signal),
      gasCost: (_chain, _gas, signal) => untilAborted(signal),
      isUp: (chain) => chains.isUp(chain),
    },
    ...(inventory === undefined
      ? {}
      : {
          inventory: {
            ...inventory,
            free: (_token, signal) => untilAborted(signal),
            held: (_token, signal) => untilAborted(signal),
          },
        }),
  };
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const stop = (): void => reject(new RelayError('RAIL_TIMEOUT', {}, 'the wait was called off'));
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
