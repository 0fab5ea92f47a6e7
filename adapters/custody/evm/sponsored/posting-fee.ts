import { evmAddress, type Hex } from '@interline/kernel';
import { bytesWords, calldata, readUint, word } from '../abi/words.ts';
import type { EvmChain } from '../evm-chain.ts';
import { ethCall } from '../rpc/state-calls.ts';

/** `GasPriceOracle`: at the same address on every OP-stack chain, without code on other chains. */
const oracle = evmAddress('0x420000000000000000000000000000000000000F');

/**
 * What a chain of the OP stack charges in addition to gas for posting a transaction of these bytes,
 * in wei. 0 on other chains, and where posting counts as gas already, as on Mantle, which has the
 * oracle too. One node decides it: a value that is too high makes payers refuse, and one that is
 * too low is our loss on one transaction.
 */
export async function postingFeeOf(
  { client, postingGas }: Pick<EvmChain, 'client' | 'postingGas'>,
  data: Hex,
  signal: AbortSignal,
): Promise<bigint> {
  // getL1Fee(bytes)
  const question = calldata('0x49948e0e', word(0x20n), bytesWords(data));
  const [countedAsGas, [answered]] = await Promise.all([
    postingGas(signal),
    client.read((node) => node.ask([ethCall({ to: oracle, data: question })]), signal),
  ]);
  return countedAsGas === 0n && answered.ok ? (readUint(answered.data) ?? 0n) : 0n;
}
