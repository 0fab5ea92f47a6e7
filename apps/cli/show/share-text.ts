/** What is free in percent of the target, with up to three decimals, rounded down. */
export function shareText(free: string, target: string): string {
  if (BigInt(target) === 0n) return '';
  const thousandths = (BigInt(free) * 100_000n) / BigInt(target);
  const fraction = String(thousandths % 1_000n)
    .padStart(3, '0')
    .replace(/0+$/, '');
  return `${thousandths / 1_000n}${fraction === '' ? '' : `.${fraction}`} %`;
}
