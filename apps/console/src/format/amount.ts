/**
 * An amount in smallest units as people read it: every digit of it, in the language's own separators, and
 * never by way of a `Number`.
 */
export function formatUnits(units: bigint, decimals: number, locale?: string): string {
  const [sign, absolute] = units < 0n ? ['\u2212', -units] : ['', units];
  const one = 10n ** BigInt(decimals);
  const fraction = (absolute % one).toString().padStart(decimals, '0').replace(/0+$/, '');
  const whole = new Intl.NumberFormat(locale).format(absolute / one);
  return `${sign}${whole}${fraction === '' ? '' : pointOf(locale) + fraction}`;
}

/** The same with at least two digits behind the point, where the token has so many: for sums of money. */
export function formatMoney(units: bigint, decimals: number, locale?: string): string {
  const text = formatUnits(units, decimals, locale);
  const point = pointOf(locale);
  const at = text.lastIndexOf(point);
  const digits = at < 0 || decimals === 0 ? 0 : text.length - at - 1;
  const wanted = Math.min(2, decimals);
  if (digits === 0 || digits >= wanted) return text;
  return text + '0'.repeat(wanted - digits);
}

function pointOf(locale?: string): string {
  return (
    new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === 'decimal')
      ?.value ?? '.'
  );
}

export type ParsedAmount =
  | { readonly ok: true; readonly units: bigint }
  | { readonly ok: false; readonly why: 'empty' | 'shape' | 'zero' | 'decimals' };

/**
 * What a person typed, in smallest units. A comma is refused: it parts thousands in one language and
 * decimals in another.
 */
export function parseAmount(text: string, decimals: number): ParsedAmount {
  const trimmed = text.trim();
  if (trimmed === '') return { ok: false, why: 'empty' };
  const found = /^([0-9]{1,60})(?:\.([0-9]*))?$|^\.([0-9]+)$/.exec(trimmed);
  if (found === null) return { ok: false, why: 'shape' };
  const fraction = (found[2] ?? found[3] ?? '').replace(/0+$/, '');
  if (fraction.length > decimals) return { ok: false, why: 'decimals' };
  const units = BigInt((found[1] ?? '0') + fraction.padEnd(decimals, '0'));
  return units === 0n ? { ok: false, why: 'zero' } : { ok: true, units };
}

/** As it can be typed into the field again. */
export function typedAmount(units: bigint, decimals: number): string {
  const digits = units.toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = decimals === 0 ? '' : digits.slice(-decimals).replace(/0+$/, '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

/** Digits of an answer; null where the service sent none, so that nothing is shown in their place. */
export function unitsOf(text: string | null | undefined): bigint | null {
  return typeof text === 'string' && /^-?[0-9]+$/.test(text) ? BigInt(text) : null;
}
