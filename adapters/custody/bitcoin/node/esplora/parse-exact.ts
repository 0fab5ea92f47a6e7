/**
 * Parses JSON with whole numbers as bigints and other numbers as text, so that no amount or rate
 * becomes a floating-point number.
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
