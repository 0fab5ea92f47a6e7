/**
 * A JSON text with each whole number as a bigint and each other number as it is written, so that no
 * amount and no rate goes through a floating-point number.
 */
export function parseExact(text: string): unknown {
  return JSON.parse(text, (_key, value: unknown, context?: { readonly source?: string }) => {
    if (typeof value !== 'number') return value;
    const source = context?.source;
    if (source === undefined)
      throw new TypeError('the runtime does not tell how numbers are written');
    return /^-?\d+$/.test(source) ? BigInt(source) : source;
  });
}
