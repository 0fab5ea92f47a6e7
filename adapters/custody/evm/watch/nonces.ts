import type { EvmAddress } from '@interline/domain';
import type { NonceReading } from '@interline/ports';
import type { EvmChain } from '../evm-chain.ts';
import { nonceOf, pendingNonceOf } from '../rpc/account-calls.ts';
import { headNumber } from '../rpc/head-block.ts';

/** Both from one node, asked together with what else is asked of it in this turn. */
export async function readNonces(
  chain: EvmChain,
  account: EvmAddress,
  signal: AbortSignal,
): Promise<NonceReading> {
  const [mined, pending] = await chain.client.read(
    (node) => node.ask([nonceOf(account), pendingNonceOf(account)]),
    signal,
  );
  return { mined, pending: Math.max(mined, pending ?? mined) };
}

export async function readConfirmedNonce(
  chain: EvmChain,
  account: EvmAddress,
  signal: AbortSignal,
): Promise<number> {
  return chain.client.read(async (node) => {
    const [head] = await node.ask([headNumber]);
    const deep = Math.max(0, head - chain.confirmations + 1);
    const [nonce] = await node.ask([nonceOf(account, `0x${deep.toString(16)}`)]);
    return nonce;
  }, signal);
}
