import { type Price, tokenKey, type TokenRef } from '@interline/kernel';
import type { Clock, Log, OutboundHttp } from '@interline/ports';
import { defillamaCoin, type DefillamaNames } from './defillama-coin.ts';
import { keptReading } from './kept-reading.ts';
import type { PriceSource } from './price-source.ts';
import { readDefillama } from './read-defillama.ts';

export interface DefillamaSettings extends DefillamaNames {
  readonly baseUrl: string;
}

interface Parts {
  readonly http: OutboundHttp;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly log: Log;
  /** Everything that may be asked for: one request brings all of it. */
  readonly tokens: readonly TokenRef[];
  readonly stop: AbortSignal;
}

const deadlineMs = 3_000;
const maxResponseBytes = 256 * 1_024;
/** Keeps the URL below 4 KiB. */
const coinsPerRequest = 50;

/** DefiLlama's coins API (`GET /prices/current/{coins}`), which needs no key. */
export function defillamaPrices(
  { baseUrl, ...names }: DefillamaSettings,
  parts: Parts,
): PriceSource {
  const coinOf = new Map(
    parts.tokens.flatMap((token) => {
      const coin = defillamaCoin(token, names);
      return coin === null ? [] : [[tokenKey(token), coin] as const];
    }),
  );
  const coins = [...new Set(coinOf.values())];
  const requests = Array.from({ length: Math.ceil(coins.length / coinsPerRequest) }, (_, at) =>
    coins.slice(at * coinsPerRequest, (at + 1) * coinsPerRequest),
  );
  const read = keptReading(
    parts.clock,
    async () =>
      new Map(
        (await Promise.all(requests.map(async (some) => ask(baseUrl, some, parts)))).flatMap(
          (prices) => [...prices],
        ),
      ),
  );
  return {
    name: 'defillama',
    async priceOf(token) {
      const coin = coinOf.get(tokenKey(token));
      return coin === undefined ? null : ((await read()).get(coin) ?? null);
    },
  };
}

async function ask(
  baseUrl: string,
  coins: readonly string[],
  { http, log, stop }: Parts,
): Promise<ReadonlyMap<string, Price>> {
  try {
    const { status, body } = await http.request(
      {
        method: 'GET',
        url: `${baseUrl}/prices/current/${coins.join(',')}`,
        headers: { accept: 'application/json' },
        deadlineMs,
        maxResponseBytes,
      },
      stop,
    );
    if (status === 200) return readDefillama(body);
    log.warn('prices-refused', { source: 'defillama', status });
  } catch (error) {
    log.warn('prices-unread', {
      source: 'defillama',
      fault: error instanceof Error ? error.name : 'unknown',
    });
  }
  return new Map();
}
