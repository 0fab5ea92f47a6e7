import { isAddress } from 'ethers/address';
import { Refused } from './stand-in.ts';

/** Fields of a query or a JSON body, each read strictly; refusals name the field. */
export class RequestFields {
  readonly #fields: Readonly<Record<string, unknown>>;
  readonly #prefix: string;

  constructor(value: unknown, prefix = '') {
    this.#fields =
      typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
    this.#prefix = prefix;
  }

  /** Text that is there; '' counts, since one engine spells its coin so. */
  text(field: string): string {
    return this.optionalText(field) ?? this.#miss(field);
  }

  optionalText(field: string): string | undefined {
    const found = this.#fields[field];
    if (found === undefined || found === null) return undefined;
    return typeof found === 'string' ? found : this.#malform(field);
  }

  oneOf<Choice extends string>(field: string, choices: readonly Choice[]): Choice {
    const found = this.text(field);
    return choices.find((choice) => choice === found) ?? this.#malform(field);
  }

  /** An amount in smallest units, above zero, as a string of digits. */
  units(field: string): bigint {
    const found = this.text(field);
    return /^[1-9]\d{0,77}$/.test(found) ? BigInt(found) : this.#malform(field);
  }

  address(field: string): string {
    return this.optionalAddress(field) ?? this.#miss(field);
  }

  optionalAddress(field: string): string | undefined {
    const found = this.optionalText(field);
    return found === undefined || isAddress(found) ? found : this.#malform(field);
  }

  /** An address, or null when it is the engine's spelling of the chain's coin. */
  token(field: string, coin: string): string | null {
    const found = this.text(field);
    if (found.toLowerCase() === coin.toLowerCase()) return null;
    return isAddress(found) ? found : this.#malform(field);
  }

  /** A whole number: digits in a query, a JSON number in a body. */
  integer(field: string): number {
    return this.optionalInteger(field) ?? this.#miss(field);
  }

  optionalInteger(field: string): number | undefined {
    const found = this.#fields[field];
    if (found === undefined || found === null) return undefined;
    if (typeof found === 'number' && Number.isSafeInteger(found)) return found;
    return typeof found === 'string' && /^\d{1,15}$/.test(found)
      ? Number(found)
      : this.#malform(field);
  }

  /** A decimal, e.g. `0.005`, in millionths of its unit, rounded down. */
  optionalMillionths(field: string): bigint | undefined {
    const found = this.#fields[field];
    if (found === undefined || found === null) return undefined;
    const text = typeof found === 'number' ? String(found) : this.text(field);
    const [, whole, fraction = ''] = /^(\d{1,6})(?:\.(\d+))?$/.exec(text) ?? [];
    return whole === undefined
      ? this.#malform(field)
      : BigInt(whole + fraction.slice(0, 6).padEnd(6, '0'));
  }

  flag(field: string): boolean {
    return this.optionalFlag(field) ?? this.#miss(field);
  }

  optionalFlag(field: string): boolean | undefined {
    const found = this.#fields[field];
    if (found === undefined || found === null) return undefined;
    if (typeof found === 'boolean') return found;
    return found === 'true' || found === 'false' ? found === 'true' : this.#malform(field);
  }

  /** An object inside; its fields are named `outer.inner` in refusals. */
  inside(field: string): RequestFields {
    const found = this.#fields[field];
    if (found === undefined) this.#miss(field);
    return typeof found === 'object' && found !== null
      ? new RequestFields(found, `${this.#prefix}${field}.`)
      : this.#malform(field);
  }

  #miss(field: string): never {
    throw new Refused({ kind: 'missing', field: this.#prefix + field });
  }

  #malform(field: string): never {
    throw new Refused({
      kind: 'malformed',
      field: this.#prefix + field,
      found: JSON.stringify(this.#fields[field]).slice(0, 80),
    });
  }
}
