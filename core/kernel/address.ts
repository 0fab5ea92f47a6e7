declare const addressBrand: unique symbol;

/**
 * An account's address in its single internal form: its family's own, in lower case if the family
 * is case-insensitive (EVM, bech32). A checksummed form exists only on the wire.
 */
export type Address = string & { readonly [addressBrand]: true };

/** For permits, EVM custody and EVM wire forms. */
export type EvmAddress = Address & `0x${string}`;

/** A transaction's hash in its chain's own format. */
export type TxHash = string;

/** For text that was already parsed as an address of its chain, at the wire or from the store. */
export function asAddress(text: string): Address {
  return text as Address;
}

export type Hex = `0x${string}`;

/**
 * For text that is hex by construction but that a schema or a library types as a string. Throws on
 * other text.
 */
export function asHex(text: string): Hex {
  if (!isHex(text)) throw new RangeError(`${JSON.stringify(text.slice(0, 60))} is not hex`);
  return text;
}

function isHex(text: string): text is Hex {
  return /^0x[0-9a-fA-F]*$/.test(text);
}

const shape = /^0x[0-9a-fA-F]{40}$/;

/** A transaction's hash from any source. */
export function isHash(text: string | null | undefined): text is Hex {
  return text != null && /^0x[0-9a-fA-F]{64}$/.test(text);
}

export function isEvmAddressShape(text: string): boolean {
  return shape.test(text);
}

/** Lower-cases a well-formed address. The edge checks a checksum, if there is one. */
export function evmAddress(text: string): EvmAddress {
  if (!shape.test(text))
    throw new RangeError(`${JSON.stringify(text.slice(0, 60))} is not an EVM address`);
  return text.toLowerCase() as EvmAddress;
}
