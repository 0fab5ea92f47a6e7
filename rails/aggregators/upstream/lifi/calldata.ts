import type { Hex } from '@interline/plugins';
import { AbiCoder, ParamType } from 'ethers/abi';
import { z } from 'zod';
import { address } from '../../wire/read-address.ts';

/**
 * Every bridge function of its contract takes this as its first argument. What the chain would take must not keep us from
 * reading the receiver, so the two names, strings there, are bytes here: they may be no UTF-8.
 */
const bridgeData = ParamType.from(`tuple(bytes32 transactionId, bytes bridge, bytes integrator, address referrer, address sendingAssetId,
  address receiver, uint256 minAmount, uint256 destinationChainId, bool hasSourceSwaps, bool hasDestinationCall) bridgeData`);

const shape = z.object({
  bridgeData: z.object({
    sendingAssetId: address,
    receiver: address,
    minAmount: z.bigint(),
    destinationChainId: z.bigint().transform(Number),
    hasSourceSwaps: z.boolean(),
  }),
});

export type BridgeData = z.output<typeof shape>['bridgeData'];

/** Whatever the function and whatever follows. Null where it does not decode cleanly, as with the packed functions of some bridges. */
export function readBridgeData(data: Hex): BridgeData | null {
  try {
    // Loose, because the last name may stand without its padding.
    return shape.parse(AbiCoder.defaultAbiCoder().decode([bridgeData], `0x${data.slice(10)}`, true).toObject(true)).bridgeData;
  } catch {
    return null;
  }
}
