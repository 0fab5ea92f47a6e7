import { type EvmAddress, evmAddress, type Hex, isEvmAddressShape } from '@interline/plugins';
import {
  address,
  type ArgumentValues,
  bytes,
  type ReadArgument,
  readArguments,
  tuple,
  uint256,
  uint32,
  uint64,
} from '../../wire/read-calldata.ts';

const createSaltedOrder = '0xb9303701';
const strictlySwapAndCall = '0x4d8160ba';

/** Byte fields between EVM chains hold 20-byte addresses; another length is unreadable. */
const addressBytes: ReadArgument<EvmAddress> = (...place) => {
  const held = bytes(...place);
  return held !== null && isEvmAddressShape(held) ? evmAddress(held) : null;
};

const addressBytesOrNone: ReadArgument<EvmAddress | '0x'> = (...place) =>
  bytes(...place) === '0x' ? '0x' : addressBytes(...place);

/** The terms that bind the order's taker. */
const orderCreation = {
  giveTokenAddress: address,
  giveAmount: uint256,
  takeTokenAddress: addressBytes,
  takeAmount: uint256,
  /** In deBridge's own numbers. */
  takeChainId: uint256,
  receiverDst: addressBytes,
  givePatchAuthoritySrc: address,
  /** Who may cancel the order and lower its take amount. */
  orderAuthorityAddressDst: addressBytes,
  allowedTakerDst: bytes,
  externalCall: bytes,
  /** The only beneficiary of a cancelled order; empty if the canceller chooses it. */
  allowedCancelBeneficiarySrc: addressBytesOrNone,
};

const orderArguments = {
  orderCreation: tuple(orderCreation),
  salt: uint64,
  affiliateFee: bytes,
  referralCode: uint32,
  permitEnvelope: bytes,
  metadata: bytes,
};

export type OrderCreation = ArgumentValues<typeof orderCreation>;

/** `swapped`: the engine's forwarder swaps first, and the order gives the result. */
export type OrderCalldata =
  | {
      readonly kind: 'order';
      readonly order: OrderCreation;
      readonly salt: bigint;
      /**
       * Deducted from the give side, in addition to the protocol's fee; null if the contract
       * reverts on it.
       */
      readonly affiliateUnits: bigint | null;
    }
  | { readonly kind: 'swapped' }
  | { readonly kind: 'broken' }
  | { readonly kind: 'unknown' };

export function readOrderCalldata(data: Hex): OrderCalldata {
  if (data.startsWith(strictlySwapAndCall)) return { kind: 'swapped' };
  if (!data.startsWith(createSaltedOrder)) return { kind: 'unknown' };
  const read = readArguments(orderArguments, data);
  if (read === null) return { kind: 'broken' };
  const { orderCreation: order, salt, affiliateFee } = read;
  return { kind: 'order', order, salt, affiliateUnits: affiliateUnitsIn(affiliateFee) };
}

/** A beneficiary's 20 bytes and the amount, or empty. */
const affiliateBytes = 52;

function affiliateUnitsIn(fee: Hex): bigint | null {
  if (fee === '0x') return 0n;
  return (fee.length - 2) / 2 === affiliateBytes ? BigInt(`0x${fee.slice(2 + 2 * 20)}`) : null;
}
