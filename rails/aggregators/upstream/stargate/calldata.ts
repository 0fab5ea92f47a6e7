import { evmAddress, type Hex, rescale, type TokenRef } from '@interline/plugins';
import {
  address,
  bytes32,
  readArguments,
  tuple,
  uint256,
  uint32,
  unfollowed,
} from '../../wire/read-calldata.ts';
import type { CallFacts } from '../upstream.ts';
import { chainIdAt } from './chains.ts';

/** `sendToken` of a pool, and `send` of the adapters for other tokens. */
const sendSelectors: readonly string[] = ['0xcbef2aa9', '0xc7c7f5b3'];

const sendArguments = {
  sendParam: tuple({
    dstEid: uint32,
    to: bytes32,
    amountLD: uint256,
    minAmountLD: uint256,
    extraOptions: unfollowed,
    composeMsg: unfollowed,
    oftCmd: unfollowed,
  }),
  // The message's fee, and the receiver of its remainder.
  nativeFee: uint256,
  lzTokenFee: uint256,
  refundAddress: address,
};

/**
 * The terms of a send. Its token is the pool's own, so it is not included. Null if the calldata is
 * anything else.
 */
export function readSend(data: Hex, from: TokenRef, to: TokenRef): CallFacts | null {
  const send = sendSelectors.includes(data.slice(0, 10))
    ? readArguments(sendArguments, data)
    : null;
  if (send === null) return null;
  const { sendParam, refundAddress } = send;
  return {
    units: sendParam.amountLD,
    refundTo: refundAddress,
    toChainId: chainIdAt(sendParam.dstEid),
    // An EVM chain reads only the low 20 bytes.
    recipient: evmAddress(`0x${sendParam.to.slice(-40)}`),
    // Stated in the source token's decimals.
    minOutput: rescale(sendParam.minAmountLD, from.decimals, to.decimals),
  };
}
