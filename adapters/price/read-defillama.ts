import type { Price } from '@interline/kernel';

/** Below it DefiLlama itself doubts its price. */
const leastConfidence = 0.9;

/**
 * `{ coins: { [coin]: { price, timestamp (epoch seconds), confidence? } } }`. What is not of that
 * shape has no price.
 */
export function readDefillama(body: string): ReadonlyMap<string, Price> {
  const coins = memberOf(JSON.parse(body), 'coins');
  if (typeof coins !== 'object' || coins === null) return new Map();
  return new Map(
    Object.entries(coins).flatMap(([coin, entry]) => {
      const price = priceOf(entry);
      return price === null ? [] : [[coin, price] as const];
    }),
  );
}

function priceOf(entry: unknown): Price | null {
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
  // A price comes as a JSON number; what leaves here is whole millionths, and a price too large or
  // small for them is none.
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
