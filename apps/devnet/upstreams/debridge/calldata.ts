import { addressOrZeros, standInBridge } from '../stand-in-bridge.ts';
import type { Offer } from '../order.ts';
import type { Calldata } from '../stand-in.ts';
import { dlnIdOf } from './chains.ts';
import { saltOf } from './dln-order.ts';

const nothing = '0x';

/** The quote's own bytes are included as its metadata, so that no two orders are equal. */
export function orderCalldata(offer: Offer, authorityDst: string): Calldata {
  const { nonce, ask, to, minOutput, feeWei, said } = offer;
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
      saltOf(offer),
      nothing,
      0,
      nothing,
      nonce,
    ]),
    valueWei: feeWei + (said.token === null ? ask.units : 0n),
  };
}
