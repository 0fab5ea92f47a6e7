import type { Console } from '@interline/client';
import { formatMoney, unitsOf } from '../../format/amount.ts';
import { formatMoment } from '../../format/time.ts';

/** By what the store calls it (`eip155:8453`), or a request. */
function chainOn(facts: Console | null, chain: unknown): Console['chains'][number] | null {
  const wire = String(chain).replace(/^eip155:/, '');
  return facts?.chains.find((one) => String(one.chain) === wire) ?? null;
}

export interface Known {
  readonly symbol: string;
  readonly decimals: number;
}

/** By its address, its symbol, or `native`; null where the deployment does not list it. */
export function tokenOn(facts: Console | null, chain: unknown, token: unknown): Known | null {
  const on = chainOn(facts, chain);
  const name = String(token).toLowerCase();
  if (name === 'native') return on?.coin ?? null;
  return (
    on?.tokens.find((one) =>
      [one.address, one.symbol].some((text) => text.toLowerCase() === name),
    ) ?? null
  );
}

/** All digits, or in smallest units where the decimals are not known. */
export function amountOf(units: bigint | null, token: Known | null): string {
  if (units === null) return '\u2013';
  return token === null
    ? `${units} units`
    : `${formatMoney(units, token.decimals)} ${token.symbol}`;
}

const ofUnits = /^(units|owed|credited|delivered|target|deficit|chainHas|missing|free|needed)$/;
const withSymbol = /^(\d+) (\S+) on (\S+)$/;

/** What an order changes or an entry of the desk shows, as a person reads it. */
export function shownFields(
  facts: Console | null,
  fields: Readonly<Record<string, unknown>>,
): readonly (readonly [name: string, text: string])[] {
  const from = typeof fields['from'] === 'string' ? withSymbol.exec(fields['from']) : null;
  const token =
    tokenOn(facts, fields['chain'], fields['token']) ??
    (from === null ? null : tokenOn(facts, from[3], from[2]));
  return Object.entries(fields).map(([name, value]) => {
    const units = ofUnits.test(name) && typeof value === 'string' ? unitsOf(value) : null;
    if (units !== null) return [name, amountOf(units, token)];
    return [name, shownValue(facts, value)];
  });
}

function shownValue(facts: Console | null, value: unknown): string {
  if (value === null || value === '') return '\u2013';
  if (Array.isArray(value))
    return value.map((one) => shownValue(facts, one)).join('; ') || '\u2013';
  if (typeof value === 'number') return value > 1e12 ? formatMoment(value) : String(value);
  if (typeof value !== 'string') return JSON.stringify(value);
  const amount = withSymbol.exec(value);
  if (amount === null) return value;
  const [, units = '', symbol, chain = ''] = amount;
  const known = tokenOn(facts, chain, symbol);
  return known === null
    ? value
    : `${amountOf(BigInt(units), known)}, ${chainOn(facts, chain)?.name ?? chain}`;
}
