import { addressOrZeros, standInBridge } from '../stand-in-bridge.ts';
import type { Offer } from '../order.ts';
import type { Calldata } from '../stand-in.ts';
import { dlnIdOf } from './chains.ts';

const nothing = '0x';

/** The order's id goes in as its metadata, so that no two orders are alike. */
export function orderCalldata(
  { id, ask, to, minOutput, feeWei, said }: Offer,
  authorityDst: string,
): Calldata {
  const order = {
    giveTokenAddress: addressOrZeros({ address: said.token }),
    giveAmount: ask.units,
    takeTokenAddress: addressOrZeros(to),
    takeAmount: minOutput,
    takeChainId: dlnIdOf(ask.toChainId),
    receiverDst: said.recipient,
    givePatchAuthoritySrc: ask.depositor,
    orderAuthorityAddressDst: authorityDst,
    allowedTakerDst: nothing,
    externalCall: nothing,
    allowedCancelBeneficiarySrc: ask.refundTo ?? nothing,
  };
  return {
    data: standInBridge.encodeFunctionData('createSaltedOrder', [
      order,
      saltOf(id),
      nothing,
      0,
      nothing,
      id,
    ]),
    valueWei: feeWei + (said.token === null ? ask.units : 0n),
  };
}

/** A random 64-bit number in the real engine; here the head of the random id. */
export function saltOf(id: string): bigint {
  return BigInt(id.slice(0, 18));
}
