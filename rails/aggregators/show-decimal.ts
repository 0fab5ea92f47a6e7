/** Whole tokens with their decimals, for people: `0.0123`. */
export function showDecimal(units: bigint, decimals: number): string {
  const text = units.toString().padStart(decimals + 1, '0');
  const point = text.length - decimals;
  const fraction = text.slice(point).replace(/0+$/, '');
  return fraction === '' ? text.slice(0, point) : `${text.slice(0, point)}.${fraction}`;
}
