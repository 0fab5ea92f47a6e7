import type { Hex } from '@interline/plugins';
import { Interface, Result } from 'ethers/abi';
import { z } from 'zod';
import { address } from '../../wire/read-address.ts';

const dlnSource = new Interface([`function createSaltedOrder(
  (address giveTokenAddress, uint256 giveAmount, bytes takeTokenAddress, uint256 takeAmount, uint256 takeChainId, bytes receiverDst,
   address givePatchAuthoritySrc, bytes orderAuthorityAddressDst, bytes allowedTakerDst, bytes externalCall, bytes allowedCancelBeneficiarySrc) orderCreation,
  uint64 salt, bytes affiliateFee, uint32 referralCode, bytes permitEnvelope, bytes metadata)`]);

const createSaltedOrder = '0xb9303701';

/** What the order binds its taker to. Byte fields between EVM chains hold 20-byte addresses; another length does not decode. */
const orderCreation = z.object({
  giveTokenAddress: address,
  giveAmount: z.bigint(),
  takeTokenAddress: address,
  takeAmount: z.bigint(),
  /** In deBridge's own numbers. */
  takeChainId: z.bigint(),
  receiverDst: address,
  /** Who may cancel the order and lower its take amount. */
  orderAuthorityAddressDst: address,
  externalCall: z.string(),
  /** To whom alone a cancelled order's money goes; null where the authority decides. */
  allowedCancelBeneficiarySrc: z.union([address, z.literal('0x').transform(() => null)]),
});

export type OrderCreation = z.output<typeof orderCreation>;

export type OrderCalldata = { readonly kind: 'order'; readonly order: OrderCreation } | { readonly kind: 'broken' } | { readonly kind: 'unknown' };

/** A swap in front of the order goes through a forwarder, whose calldata is `unknown` to us. */
export function readOrderCalldata(data: Hex): OrderCalldata {
  if (!data.startsWith(createSaltedOrder)) return { kind: 'unknown' };
  try {
    const creation: unknown = dlnSource.decodeFunctionData('createSaltedOrder', data)[0];
    return { kind: 'order', order: orderCreation.parse(creation instanceof Result ? creation.toObject() : creation) };
  } catch {
    return { kind: 'broken' };
  }
}
