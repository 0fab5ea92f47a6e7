declare const addressBrand: unique symbol;

/**
 * An account's address in the one form that is used inside: its family's own, in lower case where
 * case means nothing (EVM, bech32). A checksummed form exists only on the wire.
 */
export type Address = string & { readonly [addressBrand]: true };

/** For permits, EVM custody and EVM wire forms. */
export type EvmAddress = Address & `0x${string}`;

/** A transaction's hash, as its chain writes it. */
export type TxHash = string;

/** What was read as an address of its chain before: at the wire, or from the store. */
export function asAddress(text: string): Address {
  return text as Address;
}

export type Hex = `0x${string}`;

/** For text that is hex by its making, which a schema or a library types as a string. Throws on other text. */
export function asHex(text: string): Hex {
  if (!isHex(text)) throw new RangeError(`${JSON.stringify(text.slice(0, 60))} is not hex`);
  return text;
}

function isHex(text: string): text is Hex {
  return /^0x[0-9a-fA-F]*$/.test(text);
}

const shape = /^0x[0-9a-fA-F]{40}$/;

/** A transaction's hash, from any source. */
export function isHash(text: string | null | undefined): text is Hex {
  return text != null && /^0x[0-9a-fA-F]{64}$/.test(text);
}

export function isEvmAddressShape(text: string): boolean {
  return shape.test(text);
}

/** Lowers a well-shaped address; a checksum, where one is written, is the edge's business. */
export function evmAddress(text: string): EvmAddress {
  if (!shape.test(text))
    throw new RangeError(`${JSON.stringify(text.slice(0, 60))} is not an EVM address`);
  return text.toLowerCase() as EvmAddress;
}
