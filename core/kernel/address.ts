declare const addressBrand: unique symbol;

/**
 * An EVM address in lower case, the one form used inside. The checksummed form exists only on the
 * wire.
 */
export type EvmAddress = `0x${string}` & { readonly [addressBrand]: true };

export type Hex = `0x${string}`;

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
