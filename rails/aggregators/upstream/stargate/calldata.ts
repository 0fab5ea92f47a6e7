import { evmAddress, type Hex, rescale, type TokenRef } from '@interline/plugins';
import { Interface } from 'ethers/abi';
import { z } from 'zod';
import { address } from '../../wire/read-address.ts';
import type { CallFacts } from '../upstream.ts';
import { chainIdAt } from './chains.ts';

const sendArguments = '((uint32 dstEid, bytes32 to, uint256 amountLD, uint256 minAmountLD, bytes extraOptions, bytes composeMsg, bytes oftCmd) sendParam, (uint256 nativeFee, uint256 lzTokenFee) fee, address refundAddress) payable';

/** A pool's call, and that of the adapters in front of other tokens. */
const senders = new Interface([`function sendToken${sendArguments}`, `function send${sendArguments}`]);

/** endpoint, receiver, amount, least; then the message's fee; then who gets what is left of it. */
const sendCall = z.tuple([z.tuple([z.bigint(), z.string(), z.bigint(), z.bigint()], z.unknown()), z.unknown(), address]);

/** What a send says; its token is the pool's own, so it is not in it. Null where the calldata is anything else. */
export function readSend(data: Hex, from: TokenRef, to: TokenRef): CallFacts | null {
  const call = sendCall.safeParse(argumentsIn(data));
  if (!call.success) return null;
  const [[endpointId, receiver, units, least], , refundTo] = call.data;
  return {
    units, refundTo,
    toChainId: chainIdAt(endpointId),
    // An EVM chain reads the low 20 bytes, whatever stands above them.
    recipient: evmAddress(`0x${receiver.slice(-40)}`),
    // Stated in the source token's decimals.
    minOutput: rescale(least, from.decimals, to.decimals),
  };
}

function argumentsIn(data: Hex): unknown {
  try {
    return senders.parseTransaction({ data })?.args.toArray(true);
  } catch {
    return null;
  }
}
