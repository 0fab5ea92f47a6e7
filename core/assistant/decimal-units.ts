/** How people write an amount: digits, and a fraction after a point. */
const decimal = /^(0|[1-9][0-9]{0,77})(?:\.([0-9]{1,36}))?$/;

export type DecimalReading =
  | { readonly kind: 'units'; readonly units: bigint }
  /** More places after the point than the token has. */
  | { readonly kind: 'too-fine' }
  | { readonly kind: 'no-decimal' };

/**
 * A decimal text in smallest units. Exact: what the token cannot express is refused, never rounded.
 */
export function unitsOfDecimal(text: string, decimals: number): DecimalReading {
  const [match, whole = '', fraction = ''] = decimal.exec(text) ?? [];
  if (match === undefined) return { kind: 'no-decimal' };
  const places = fraction.replace(/0+$/, '');
  if (places.length > decimals) return { kind: 'too-fine' };
  return { kind: 'units', units: BigInt(whole + places.padEnd(decimals, '0')) };
}

/** The shortest decimal text of the units. */
export function decimalOf(units: bigint, decimals: number): string {
  const digits = units.toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const places = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return places === '' ? whole : `${whole}.${places}`;
}
