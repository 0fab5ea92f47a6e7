import { asUnits, type EvmAddress, permit2Address, type Units } from '@interline/kernel';
import type { PayerState } from '@interline/ports';
import { allowanceCall, balanceOfCall, noncesCall } from '../abi/erc20-calls.ts';
import { readUint } from '../abi/read-uint.ts';
import type { EvmChain } from '../evm-chain.ts';
import { codeOf } from '../rpc/account-calls.ts';
import { type CallAnswer, ethCall } from '../rpc/eth-call.ts';
import { headBlock } from '../rpc/head-block.ts';

/**
 * One request. A token that states no balance or allowance counts as zero: nothing can be pulled
 * from it.
 */
export async function readPayerState(
  chain: EvmChain,
  token: EvmAddress,
  payer: EvmAddress,
  signal: AbortSignal,
): Promise<PayerState> {
  const [balance, allowance, permitNonce, code, block] = await chain.client.read(
    (node) =>
      node.ask([
        ethCall({ to: token, data: balanceOfCall(payer) }),
        ethCall({ to: token, data: allowanceCall(payer, permit2Address) }),
        ethCall({ to: token, data: noncesCall(payer) }),
        codeOf(payer),
        headBlock,
      ]),
    signal,
  );
  return {
    balance: unitsOf(balance),
    permit2Allowance: unitsOf(allowance),
    eip2612Nonce: permitNonce.ok ? readUint(permitNonce.data) : null,
    hasCode: code !== '0x',
    chainTimeSec: block.timestampSec,
  };
}

function unitsOf(answered: CallAnswer): Units {
  return asUnits(answered.ok ? (readUint(answered.data) ?? 0n) : 0n);
}
