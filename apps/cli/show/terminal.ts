import { inTokens as ofToken } from '@interline/kernel';
import pc from 'picocolors';
import { UsageError } from '../exit-codes.ts';

/**
 * What a command says to a person. With `--json` only the result is printed, once, to standard
 * output; what must be known before it, in a line of its own, to standard error.
 */
export interface Terminal {
  readonly isJson: boolean;
  line(text: string): void;
  step(label: string, text: string): void;
  /** What must be known before the result, for the command may not come to it. */
  notice(json: object, text: () => void): void;
  result(json: unknown, text?: () => void): void;
}

export function terminal(isJson: boolean): Terminal {
  return {
    isJson,
    line: (text) => {
      if (!isJson) console.log(text);
    },
    step: (label, text) => {
      if (!isJson) console.log(`${pc.dim(label.padEnd(12))} ${text}`);
    },
    notice(json, text) {
      if (isJson) console.error(JSON.stringify(json));
      else text();
    },
    result(json, text) {
      if (isJson)
        console.log(
          JSON.stringify(
            json,
            (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value),
            2,
          ),
        );
      else text?.();
    },
  };
}

/** Smallest units as a person writes them; may be below zero. */
export function inTokens(units: string, decimals: number, symbol: string): string {
  return ofToken(BigInt(units), { decimals, symbol });
}

/** A person's amount in smallest units; throws on more decimals than the token has. */
export function toUnits(text: string, decimals: number): string {
  const [, whole = '', fraction = ''] = /^([0-9]+)(?:\.([0-9]+))?$/.exec(text) ?? [];
  if (whole === '') throw new UsageError(`"${text}" is not an amount; write it like 5 or 5.25`);
  if (fraction.length > decimals)
    throw new UsageError(`"${text}" has more than the token's ${decimals} decimals`);
  const units =
    BigInt(whole) * 10n ** BigInt(decimals) + BigInt(fraction.padEnd(decimals, '0') || '0');
  if (units === 0n) throw new UsageError('there is nothing to move with an amount of 0');
  return units.toString();
}
