import type { Condition } from '@interline/core/primitives';
import type { TokenList, TokenRef } from '@interline/kernel';
import { badField, missingField } from '../server/parse/bad-field.ts';
import { shown } from '../server/parse/shown.ts';
import type { ConditionWire } from './primitive-request-schema.ts';
import { readInstant } from './read-instant.ts';

/** A price in USD: millionths of a dollar are the finest there is. */
const priceShape = /^(0|[1-9]\d{0,11})(?:\.(\d{1,6}))?$/;

export function readCondition({ type, asset, value }: ConditionWire, tokens: TokenList): Condition {
  if (type === 'timeAfter') return { type, value, atMs: readInstant(value, 'when.value') };
  if (asset === undefined) throw missingField('when.asset', 'an asset or symbol such as "ETH"');
  return { type, asset, value, token: pricedToken(tokens, asset), microUsd: readMicroUsd(value) };
}

function readMicroUsd(value: string | number): bigint {
  const [, whole, fraction = ''] = priceShape.exec(String(value)) ?? [];
  const microUsd =
    whole === undefined ? 0n : BigInt(whole) * 1_000_000n + BigInt(fraction.padEnd(6, '0'));
  if (microUsd === 0n)
    throw badField(
      'when.value',
      `when.value must be a price in USD above 0 with at most 6 decimals; got ${shown(value)}`,
    );
  return microUsd;
}

/**
 * The token whose price stands for the name: by symbol, else by what tokens are a claim on. Tokens
 * of one name must be of one asset.
 */
function pricedToken(tokens: TokenList, name: string): TokenRef {
  const wanted = name.toLowerCase();
  const bySymbol = tokens.all.filter(({ symbol }) => symbol.toLowerCase() === wanted);
  const [first, ...others] =
    bySymbol.length > 0
      ? bySymbol
      : tokens.all.filter(({ asset }) => asset.toLowerCase() === wanted);
  if (first === undefined) {
    const known = [...new Set(tokens.all.map(({ symbol }) => symbol))].slice(0, 20).join(', ');
    throw badField(
      'when.asset',
      `when.asset must be an asset this service knows; got ${shown(name)}; it knows ${known}`,
    );
  }
  if (others.some(({ asset }) => asset !== first.asset))
    throw badField('when.asset', `when.asset ${shown(name)} names tokens of several assets`);
  return first;
}
