/** A number as JSON-RPC writes it: no leading zero. */
export function hexQuantity(value: number | bigint): string {
  return `0x${value.toString(16)}`;
}
