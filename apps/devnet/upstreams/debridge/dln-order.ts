import { solidityPackedKeccak256 } from 'ethers/hash';
import { getBytes } from 'ethers/utils';
import { addressOrZeros, standInBridge } from '../stand-in-bridge.ts';
import type { ContractOrder, Offer } from '../order.ts';
import { dlnIdOf } from './chains.ts';

const nothing = '0x';

/** In basis points of what is given, as the order's contract takes it. */
const protocolBps = 4n;

/** Deducted from what is given, rounded down. */
export function protocolFeeOf({ ask }: Pick<Offer, 'ask'>): bigint {
  return (ask.units * protocolBps) / 10_000n;
}

/** A random 64-bit number in the real engine; here the head of the random bytes. */
export function saltOf({ nonce }: Pick<Offer, 'nonce'>): bigint {
  return BigInt(nonce.slice(0, 18));
}

/** The order as the contracts compute its id, and the calls that fill and refund it. */
export function contractOrder(offer: Offer, authorityDst: string): ContractOrder {
  const order = orderOf(offer, authorityDst);
  const id = orderIdOf(order);
  const { ask } = offer;
  return {
    id,
    takeUnits: order.takeAmount,
    fill: standInBridge.encodeFunctionData('fulfillOrder', [
      order,
      order.takeAmount,
      id,
      nothing,
      ask.recipient,
    ]),
    giveBack: standInBridge.encodeFunctionData('claimCancel', [id, ask.refundTo ?? ask.depositor]),
  };
}

type DlnOrder = ReturnType<typeof orderOf>;

function orderOf(offer: Offer, authorityDst: string) {
  const { ask, to, minOutput, said } = offer;
  return {
    makerOrderNonce: saltOf(offer),
    makerSrc: ask.depositor,
    giveChainId: dlnIdOf(ask.fromChainId),
    giveTokenAddress: addressOrZeros({ address: said.token }),
    giveAmount: ask.units - protocolFeeOf(offer),
    takeChainId: dlnIdOf(ask.toChainId),
    takeTokenAddress: addressOrZeros(to),
    takeAmount: minOutput,
    receiverDst: said.recipient,
    givePatchAuthoritySrc: ask.depositor,
    orderAuthorityAddressDst: authorityDst,
    allowedTakerDst: nothing,
    allowedCancelBeneficiarySrc: ask.refundTo ?? nothing,
    externalCall: nothing,
  };
}

function orderIdOf(order: DlnOrder): string {
  const sized = (bytes: string): readonly (readonly [string, unknown])[] => [
    ['uint8', getBytes(bytes).length],
    ['bytes', bytes],
  ];
  const parts: readonly (readonly [string, unknown])[] = [
    ['uint64', order.makerOrderNonce],
    ...sized(order.makerSrc),
    ['uint256', order.giveChainId],
    ...sized(order.giveTokenAddress),
    ['uint256', order.giveAmount],
    ['uint256', order.takeChainId],
    ...sized(order.takeTokenAddress),
    ['uint256', order.takeAmount],
    ...sized(order.receiverDst),
    ...sized(order.givePatchAuthoritySrc),
    ...sized(order.orderAuthorityAddressDst),
    ...sized(order.allowedTakerDst),
    ...sized(order.allowedCancelBeneficiarySrc),
    ['bool', false],
  ];
  return solidityPackedKeccak256(
    parts.map(([type]) => type),
    parts.map(([, value]) => value),
  );
}
