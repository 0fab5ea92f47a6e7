import { evmAddress, type EvmAddress, type Hex } from '@interline/kernel';
import { estimateGas } from '../rpc/estimate-gas.ts';
import type { RpcNode } from '../rpc/rpc-node.ts';
import { intrinsicGas } from './gas-limit.ts';
import { sha256 } from 'ethers/crypto';

// Arbitrum's chains and Mantle add the cost of posting the transaction's bytes to its gas, which no
// measurement inside the EVM shows. So a plain message is estimated now and then, and what it takes
// beyond the EVM's own rules is that cost.

export const postingGasMaxAgeMs = 15_000;

/** Bytes that do not compress, as signatures and amounts do not. */
const sampleBytes = 512;
const sample: Hex = `0x${Array.from({ length: sampleBytes / 32 }, (_, index) => sha256(Uint8Array.of(index)).slice(2)).join('')}`;
const nobody = evmAddress('0x000000000000000000000000000000000000dead');

/** Gas on top of the EVM's own for each 512 bytes of calldata begun; zero on most chains. */
export async function readPostingGas(node: RpcNode, from: EvmAddress): Promise<bigint> {
  const [estimate] = await node.ask([estimateGas({ from, to: nobody, data: sample })]);
  const expected = intrinsicGas(sample);
  return estimate.ok && estimate.gas > expected ? estimate.gas - expected : 0n;
}

/** Of that many bytes, before room for the price of posting to move. */
export function postingGasOf(data: Hex, per512Bytes: bigint): bigint {
  const bytes = (data.length - 2) / 2;
  return per512Bytes * BigInt(Math.ceil(bytes / sampleBytes) || 1);
}

/** Doubled, because the price of posting moves between now and the block. */
export function postingRoom(posting: bigint): bigint {
  return 2n * posting;
}
