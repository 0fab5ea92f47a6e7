/** Stroops of a decimal amount with exactly seven digits after the point, as the SDK decodes it. */
export function stroopsOf(amount: string): bigint {
  const [, sign, whole, fraction] = /^(-?)(\d+)\.(\d{7})$/.exec(amount) ?? [];
  if (whole === undefined || fraction === undefined)
    throw new Error(`amount ${amount} is not a number with seven decimals`);
  const stroops = BigInt(whole + fraction);
  return sign === '-' ? -stroops : stroops;
}

/** An amount as Horizon shows it: `12.3456789` for 123456789 stroops. */
export function showStroops(stroops: bigint): string {
  const digits = stroops.toString().padStart(8, '0');
  return `${digits.slice(0, -7)}.${digits.slice(-7)}`;
}
