import { inTokens } from './terminal.ts';

/** What people of a chain call the smallest unit of its coin. */
const smallest: Readonly<Record<string, readonly [one: string, many: string]>> = {
  bitcoin: ['satoshi', 'satoshis'],
  stellar: ['stroop', 'stroops'],
};

/** In whole tokens and in smallest units: `0.0005 BTC (50000 satoshis)`. */
export function exactAmount(
  units: string | bigint,
  chain: string | number,
  { decimals, symbol }: { readonly decimals: number; readonly symbol: string },
): string {
  const [one, many] = smallest[String(chain)] ?? ['unit', 'units'];
  return `${inTokens(String(units), decimals, symbol)} (${units} ${BigInt(units) === 1n ? one : many})`;
}
