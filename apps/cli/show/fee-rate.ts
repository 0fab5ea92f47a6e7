import { inTokens } from './terminal.ts';

/** What inclusion is paid by, in the words of a chain's people; all others count gas in gwei. */
const units: Readonly<Record<string, string>> = {
  bitcoin: 'sat per vbyte',
  stellar: 'stroops per operation',
};

/** A fee rate of a chain, by its id on the wire: `1.5 gwei per gas`, `12 sat per vbyte`. */
export function feeRate(rate: string, chain: string | number): string {
  const unit = units[String(chain)];
  return unit === undefined ? `${inGwei(rate)} per gas` : `${rate} ${unit}`;
}

/** What an EVM chain takes for one unit of gas. */
export function inGwei(rate: string): string {
  return inTokens(rate, 9, 'gwei');
}
