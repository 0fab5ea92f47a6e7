import { evmAddress, type EvmAddress, type Hex, isEvmAddressShape } from '@interline/plugins';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { z } from 'zod';
import { hexData } from '../../wire/fields.ts';
import type { Ask } from '../upstream.ts';
import type { OrderCalldata } from './calldata.ts';
import { debridgeChainId } from './chain-ids.ts';

/**
 * An order as deBridge's contracts know it on both chains: the preimage of its id, and the data
 * that cancels it. We never create one with an external call.
 */
export interface DlnOrder {
  readonly salt: bigint;
  readonly maker: EvmAddress;
  /** Both chains in deBridge's own numbers. */
  readonly giveChainId: bigint;
  readonly giveToken: EvmAddress;
  /** After the fees that are deducted from what was given. */
  readonly giveAmount: bigint;
  readonly takeChainId: bigint;
  readonly takeToken: EvmAddress;
  readonly takeAmount: bigint;
  readonly receiver: EvmAddress;
  readonly patchAuthority: EvmAddress;
  readonly orderAuthority: EvmAddress;
  readonly allowedTaker: Hex;
  readonly cancelBeneficiary: EvmAddress;
}

type ReadOrder = Extract<OrderCalldata, { kind: 'order' }>;

/**
 * The order that the calldata creates under that id; null if it creates another. Its give side is
 * the given amount, less the affiliate's fee and the protocol's, which the contract sets. The
 * response's figure for the latter is tried first, then the current protocol fee, then none.
 */
export function orderUnder(
  orderId: Hex,
  { order, salt, affiliateUnits }: ReadOrder,
  ask: Pick<Ask, 'depositor' | 'fromChainId'>,
  protocolFee: bigint | null,
): DlnOrder | null {
  const { allowedCancelBeneficiarySrc: cancelBeneficiary, giveAmount: given } = order;
  if (cancelBeneficiary === '0x' || order.externalCall !== '0x') return null;
  if (affiliateUnits === null) return null;
  const fees = [...(protocolFee === null ? [] : [protocolFee]), (given * 4n) / 10_000n, 0n];
  for (const fee of fees) {
    const giveAmount = given - fee - affiliateUnits;
    if (giveAmount < 0n) continue;
    const made: DlnOrder = {
      salt,
      maker: ask.depositor,
      giveChainId: BigInt(debridgeChainId(ask.fromChainId)),
      giveToken: order.giveTokenAddress,
      giveAmount,
      takeChainId: order.takeChainId,
      takeToken: order.takeTokenAddress,
      takeAmount: order.takeAmount,
      receiver: order.receiverDst,
      patchAuthority: order.givePatchAuthoritySrc,
      orderAuthority: order.orderAuthorityAddressDst,
      allowedTaker: order.allowedTakerDst,
      cancelBeneficiary,
    };
    if (orderIdOf(made) === orderId) return made;
  }
  return null;
}

/** As the contracts compute it: the packed fields, each address preceded by its length. */
export function orderIdOf(order: DlnOrder): Hex {
  const packed = [
    uint(order.salt, 8),
    sized(order.maker),
    uint(order.giveChainId, 32),
    sized(order.giveToken),
    uint(order.giveAmount, 32),
    uint(order.takeChainId, 32),
    sized(order.takeToken),
    uint(order.takeAmount, 32),
    sized(order.receiver),
    sized(order.patchAuthority),
    sized(order.orderAuthority),
    sized(order.allowedTaker),
    sized(order.cancelBeneficiary),
    // No call behind it.
    uint(0n, 1),
  ].join('');
  return `0x${Buffer.from(keccak_256(Buffer.from(packed, 'hex'))).toString('hex')}`;
}

function uint(value: bigint, bytes: number): string {
  return value.toString(16).padStart(bytes * 2, '0');
}

function sized(bytes: Hex): string {
  return `${uint(BigInt(bytes.length / 2 - 1), 1)}${bytes.slice(2)}`;
}

const sendEvmOrderCancel = '0xd38d9626';

/** The call with which its authority, and only that, cancels it on the destination. */
export function cancelCalldata(order: DlnOrder, executionFee: bigint): Hex {
  const head = [uint(96n, 32), word(order.cancelBeneficiary), uint(executionFee, 32)];
  return `0x${sendEvmOrderCancel.slice(2)}${head.join('')}${encoded(order)}`;
}

/** The order as an ABI tuple: one word per member, followed by the dynamic parts. */
function encoded(order: DlnOrder): string {
  const members: readonly (bigint | { readonly bytes: Hex })[] = [
    order.salt,
    { bytes: order.maker },
    order.giveChainId,
    { bytes: order.giveToken },
    order.giveAmount,
    order.takeChainId,
    { bytes: order.takeToken },
    order.takeAmount,
    { bytes: order.receiver },
    { bytes: order.patchAuthority },
    { bytes: order.orderAuthority },
    { bytes: order.allowedTaker },
    { bytes: order.cancelBeneficiary },
    { bytes: '0x' },
  ];
  const heads: string[] = [];
  let tail = '';
  for (const member of members) {
    if (typeof member === 'bigint') {
      heads.push(uint(member, 32));
      continue;
    }
    heads.push(uint(BigInt(members.length * 32 + tail.length / 2), 32));
    const digits = member.bytes.slice(2);
    tail += uint(BigInt(digits.length / 2), 32);
    tail += digits.padEnd(Math.ceil(digits.length / 64) * 64, '0');
  }
  return heads.join('') + tail;
}

function word(address: EvmAddress): string {
  return address.slice(2).padStart(64, '0');
}

const address = z.string().refine(isEvmAddressShape).transform(evmAddress);
const digits = z
  .string()
  .regex(/^[0-9]{1,78}$/)
  .transform(BigInt);

/** As stored in a plan's `ref`. */
export const keptOrder = z.object({
  salt: digits,
  maker: address,
  giveChainId: digits,
  giveToken: address,
  giveAmount: digits,
  takeChainId: digits,
  takeToken: address,
  takeAmount: digits,
  receiver: address,
  patchAuthority: address,
  orderAuthority: address,
  allowedTaker: hexData,
  cancelBeneficiary: address,
});

export function keepOrder(order: DlnOrder): z.input<typeof keptOrder> {
  const { salt, giveChainId, giveAmount, takeChainId, takeAmount } = order;
  return {
    ...order,
    salt: salt.toString(),
    giveChainId: giveChainId.toString(),
    giveAmount: giveAmount.toString(),
    takeChainId: takeChainId.toString(),
    takeAmount: takeAmount.toString(),
  };
}
