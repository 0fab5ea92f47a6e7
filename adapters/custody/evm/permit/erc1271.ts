import { type EvmAddress, type Hex, permit2Address } from '@interline/kernel';
import { bytesWords, calldata, word } from '../abi/words.ts';
import { type CallAnswer, ethCall } from '../rpc/eth-call.ts';
import type { RpcCall } from '../rpc/rpc-call.ts';

const magic = '0x1626ba7e';

/** Asks the owner's own code, as Permit2 will: wallets may look at who asks. */
export function erc1271Question(
  owner: EvmAddress,
  digest: Hex,
  signature: Hex,
): RpcCall<CallAnswer> {
  const data = calldata(magic, digest.slice(2), word(0x40n), bytesWords(signature));
  return ethCall({ from: permit2Address, to: owner, data });
}

/** Permit2 reads a `bytes4`, so the rest of the word must be zero. */
export function isErc1271Yes(answer: CallAnswer): boolean {
  return answer.ok && answer.data.slice(0, 66).toLowerCase() === magic.padEnd(66, '0');
}
