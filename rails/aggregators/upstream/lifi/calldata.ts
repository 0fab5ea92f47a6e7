import type { Hex } from '@interline/plugins';
import {
  address,
  type ArgumentValues,
  bool,
  bytes32,
  readArguments,
  tuple,
  uint256,
  unfollowed,
} from '../../wire/read-calldata.ts';

const bridgeData = {
  transactionId: bytes32,
  bridge: unfollowed,
  integrator: unfollowed,
  referrer: address,
  sendingAssetId: address,
  receiver: address,
  minAmount: uint256,
  destinationChainId: uint256,
  hasSourceSwaps: bool,
  hasDestinationCall: bool,
};

/** The first argument of every bridge function of its contract. */
const bridgeArguments = { bridgeData: tuple(bridgeData) };

export type BridgeData = ArgumentValues<typeof bridgeData>;

/**
 * Works for any function and any further arguments. Null if it does not decode cleanly, as with the
 * packed functions of some bridges.
 */
export function readBridgeData(data: Hex): BridgeData | null {
  return readArguments(bridgeArguments, data)?.bridgeData ?? null;
}
