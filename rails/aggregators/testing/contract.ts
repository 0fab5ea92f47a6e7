import type { Hex } from '@interline/plugins';
import { AbiCoder, Interface, type ParamType, type Result } from 'ethers/abi';
import { solidityPackedKeccak256 } from 'ethers/hash';

/** A contract as its callers write to it and as it reads them, with values in signature order. */
export interface Contract {
  encode(name: string, values: readonly unknown[]): Hex;
  /** Texts in lower case; null where the calldata does not decode. */
  decode(name: string, data: Hex): readonly unknown[] | null;
}

/** Uses an independent encoder, to verify our reading. */
export function contractOf(...signatures: readonly string[]): Contract {
  const functions = new Interface(signatures);
  return {
    // CAST: ethers types its hex as text.
    encode: (name, values) => functions.encodeFunctionData(name, values) as Hex,
    decode: (name, data) =>
      decoded(functions.getFunction(name)?.inputs ?? [], `0x${data.slice(10)}`),
  };
}

/**
 * The members of a call's first argument, a tuple, by types of one word each: offsets to be left
 * unfollowed are declared as numbers.
 */
export function decodeTuple(types: readonly string[], data: Hex): readonly unknown[] | null {
  const [offset] = decoded(['uint256'], `0x${data.slice(10)}`) ?? [];
  return typeof offset === 'bigint' && offset < data.length
    ? decoded(types, `0x${data.slice(10 + 2 * Number(offset))}`)
    : null;
}

/** The hash of the values packed as Solidity's `abi.encodePacked` does. */
export function packedHash(parts: readonly (readonly [type: string, value: unknown])[]): Hex {
  const hash = solidityPackedKeccak256(
    parts.map(([type]) => type),
    parts.map(([, value]) => value),
  );
  return hash as Hex; // CAST: ethers types its hex as text.
}

function decoded(types: readonly (string | ParamType)[], data: Hex): readonly unknown[] | null {
  try {
    // Loose, because the chain does not ask for padding behind the last bytes.
    return lowered(AbiCoder.defaultAbiCoder().decode(types, data, true));
  } catch {
    return null;
  }
}

function lowered(values: Result): readonly unknown[] {
  const lower = (value: unknown): unknown =>
    typeof value === 'string'
      ? value.toLowerCase()
      : Array.isArray(value)
        ? value.map(lower)
        : value;
  return values.toArray(true).map(lower);
}
