import { AbiCoder } from 'ethers/abi';
import { zeroPadValue } from 'ethers/utils';
import { addressOrZeros, standInBridge } from '../stand-in-bridge.ts';
import type { Offer } from '../order.ts';
import type { Calldata } from '../stand-in.ts';
import { stargateChain } from './chains.ts';

/**
 * The real pool has one token, which the calldata does not name; the devnet's bridge reads it from
 * the options.
 */
export function sendCalldata(offer: Offer): Calldata {
  const { id, ask, feeWei, said } = offer;
  const send = {
    dstEid: stargateChain(ask.toChainId).eid,
    to: zeroPadValue(said.recipient, 32),
    amountLD: ask.units,
    minAmountLD: leastInSourceUnits(offer),
    extraOptions: AbiCoder.defaultAbiCoder().encode(
      ['address', 'bytes32'],
      [addressOrZeros({ address: said.token }), id],
    ),
    composeMsg: '0x',
    oftCmd: '0x',
  };
  return {
    data: standInBridge.encodeFunctionData('sendToken', [
      send,
      { nativeFee: feeWei, lzTokenFee: 0n },
      ask.depositor,
    ]),
    valueWei: feeWei + (said.token === null ? ask.units : 0n),
  };
}

/** A pool states the minimum in its own token's decimals; rounded down where those are fewer. */
function leastInSourceUnits({ from, to, minOutput }: Offer): bigint {
  return (minOutput * 10n ** BigInt(from.decimals)) / 10n ** BigInt(to.decimals);
}
