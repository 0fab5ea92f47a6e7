import { InvalidArgumentError } from 'commander';

/** `12.5` dollars as `1250`. */
export function cents(text: string): string {
  const [, whole = '', part = ''] = /^(0|[1-9][0-9]{0,11})(?:\.([0-9]{1,2}))?$/.exec(text) ?? [];
  if (whole === '') throw new InvalidArgumentError('wanted dollars, such as 25 or 0.50');
  return BigInt(whole + part.padEnd(2, '0')).toString();
}

export function dollars(amount: string): string {
  const digits = amount.padStart(3, '0');
  return `$${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

export function wholeDays(text: string): number {
  if (/^[1-9][0-9]{0,3}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('wanted a whole number of days');
}
