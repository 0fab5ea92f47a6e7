import {
  chainFamily,
  evmChain,
  isNative,
  type Price,
  tokenKey,
  type TokenRef,
} from '@interline/kernel';
import type { Clock, Log, OutboundHttp } from '@interline/ports';
import { keptReading } from './kept-reading.ts';
import type { PriceSource } from './sourced-prices.ts';

export interface DefillamaSettings extends DefillamaNames {
  readonly baseUrl: string;
}

interface Parts {
  readonly http: OutboundHttp;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly log: Log;
  /** All tokens that may be asked for: one request reads them all. */
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

interface DefillamaNames {
  /**
   * Names by asset, such as ETH: coingecko:ethereum; for a chain's coin too. A token without one is
   * asked for by its address.
   */
  readonly coins: Readonly<Record<string, string>>;
  /** Names of chains by id, over the known ones. */
  readonly chains: Readonly<Record<number, string>>;
}

const chainNames: Readonly<Record<number, string>> = {
  1: 'ethereum',
  10: 'optimism',
  56: 'bsc',
  100: 'xdai',
  130: 'unichain',
  137: 'polygon',
  146: 'sonic',
  480: 'wc',
  999: 'hyperliquid',
  1135: 'lisk',
  1868: 'soneium',
  5000: 'mantle',
  8453: 'base',
  33139: 'apechain',
  34443: 'mode',
  42161: 'arbitrum',
  43114: 'avax',
  57073: 'ink',
  59144: 'linea',
  81457: 'blast',
  7777777: 'zora',
  80094: 'berachain',
};

/** Chains beyond the EVM: the name of the coin, and that of the chain where tokens go by address. */
const familyNames: Readonly<Record<string, { readonly coin: string; readonly chain?: string }>> = {
  bip122: { coin: 'coingecko:bitcoin' },
  solana: { coin: 'coingecko:solana', chain: 'solana' },
  stellar: { coin: 'coingecko:stellar' },
  tron: { coin: 'coingecko:tron', chain: 'tron' },
  sui: { coin: 'coingecko:sui' },
};

const zeroAddress = '0x0000000000000000000000000000000000000000';

/** DefiLlama's name of the token, in the form of its responses; null where it has none. */
function defillamaCoin(token: TokenRef, { coins, chains }: DefillamaNames): string | null {
  const named = coins[token.asset];
  if (named !== undefined) return named;
  const family = familyNames[chainFamily(token.chain)];
  if (family !== undefined && isNative(token)) return family.coin;
  if (family?.chain !== undefined) return `${family.chain}:${token.address}`;
  const name = Object.entries({ ...chainNames, ...chains }).find(
    ([id]) => evmChain(Number(id)) === token.chain,
  )?.[1];
  return name === undefined ? null : `${name}:${isNative(token) ? zeroAddress : token.address}`;
}

/** Below it DefiLlama itself doubts its price. */
const leastConfidence = 0.9;

/**
 * `{ coins: { [coin]: { price, timestamp (epoch seconds), confidence? } } }`. An entry of another
 * shape has no price.
 */
function readDefillama(body: string): ReadonlyMap<string, Price> {
  const coins = memberOf(JSON.parse(body), 'coins');
  if (typeof coins !== 'object' || coins === null) return new Map();
  return new Map(
    Object.entries(coins).flatMap(([coin, entry]) => {
      const price = priceIn(entry);
      return price === null ? [] : [[coin, price] as const];
    }),
  );
}

function priceIn(entry: unknown): Price | null {
  const [usd, timestamp, confidence] = [
    memberOf(entry, 'price'),
    memberOf(entry, 'timestamp'),
    memberOf(entry, 'confidence'),
  ];
  if (typeof usd !== 'number' || typeof timestamp !== 'number' || !Number.isSafeInteger(timestamp))
    return null;
  if (
    confidence !== undefined &&
    !(typeof confidence === 'number' && confidence >= leastConfidence)
  )
    return null;
  // A price comes as a JSON number and leaves as whole millionths; one too large or too small for
  // them is dropped.
  const microUsd = Math.round(usd * 1_000_000);
  return Number.isSafeInteger(microUsd) && microUsd > 0
    ? { microUsd: BigInt(microUsd), asOfMs: timestamp * 1_000 }
    : null;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
}
