import artifact from '../contracts/artifacts/HoldingsProbe.json' with { type: 'json' };
import { evmAddress, type EvmAddress, type Hex } from '@interline/kernel';
import { addressWord, word } from './words.ts';

/**
 * Stands nowhere but in simulations, at an address where nothing else does: `probe` in ASCII, and a
 * one.
 */
export const holdingsProbe = {
  address: evmAddress('0x70726f6265000000000000000000000000000001'),
  deployedBytecode: artifact.deployedBytecode as Hex, // CAST: the compiler's own output.
} as const;

/**
 * What the holdings probe reads: a balance, or with a spender an allowance; of the coin where the
 * token is null.
 */
export interface HoldingRead {
  readonly token: EvmAddress | null;
  readonly owner: EvmAddress;
  readonly spender?: EvmAddress;
}

/** As many answers as fit into what a batch returns of one call. */
export const readsInProbe = 7;

export function probeCall(reads: readonly HoldingRead[]): Hex {
  return `0x${reads.map(({ token, owner, spender }) => wordOf(token) + addressWord(owner) + wordOf(spender ?? null)).join('')}`;
}

/**
 * One answer a read, null where the token gave none; null as a whole where the bytes are something
 * else.
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

function wordOf(address: EvmAddress | null): string {
  return address === null ? word(0n) : addressWord(address);
}
