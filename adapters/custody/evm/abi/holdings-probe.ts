import artifact from '../contracts/artifacts/HoldingsProbe.json' with { type: 'json' };
import { type Address, asHex, evmAddress, type Hex } from '@interline/kernel';
import { addressWord, word } from './words.ts';

/** The contract exists only in simulations, at an unused address: `probe` in ASCII, and a one. */
export const holdingsProbe = {
  address: evmAddress('0x70726f6265000000000000000000000000000001'),
  deployedBytecode: asHex(artifact.deployedBytecode),
} as const;

/**
 * One read by the probe: a balance, or an allowance if a spender is given. A null token is the
 * native coin.
 */
export interface HoldingRead {
  readonly token: Address | null;
  readonly owner: Address;
  readonly spender?: Address;
}

/** As many answers as fit into the 256 bytes that the executor returns for one call. */
export const readsInProbe = 7;

export function probeCall(reads: readonly HoldingRead[]): Hex {
  return `0x${reads.map(({ token, owner, spender }) => wordOf(token) + addressWord(owner) + wordOf(spender ?? null)).join('')}`;
}

/**
 * One answer per read, null where the token gave none. Null as a whole when the bytes are not the
 * probe's.
 */
export function readProbe(returned: Hex, count: number): readonly (bigint | null)[] | null {
  if (returned.length !== 2 + 64 * (count + 1)) return null;
  const wordAt = (index: number): bigint =>
    BigInt(`0x${returned.slice(2 + 64 * index, 66 + 64 * index)}`);
  const answered = wordAt(0);
  return Array.from({ length: count }, (_, index) =>
    ((answered >> BigInt(index)) & 1n) === 1n ? wordAt(index + 1) : null,
  );
}

function wordOf(address: Address | null): string {
  return address === null ? word(0n) : addressWord(address);
}
