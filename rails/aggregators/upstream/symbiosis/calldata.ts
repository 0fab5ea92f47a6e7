import type { Hex } from '@interline/plugins';
import {
  address,
  bool,
  bytes,
  list,
  readArguments,
  tuple,
  uint256,
} from '../../wire/read-calldata.ts';
import { zeroNative } from '../../wire/native-coin.ts';
import type { CallFacts } from '../upstream.ts';

const metaRoute = '0xa11b1198';

const routeArguments = {
  metarouteTransaction: tuple({
    firstSwapCalldata: bytes,
    secondSwapCalldata: bytes,
    approvedTokens: list(address),
    firstDexRouter: address,
    secondDexRouter: address,
    amount: uint256,
    nativeIn: bool,
    relayRecipient: address,
    otherSideCalldata: bytes,
  }),
};

/**
 * Source token and amount of a `metaRoute`. The recipient is in the other side's calldata, which is
 * not read. Null if it does not decode.
 */
export function readRouteCalldata(data: Hex): CallFacts | null {
  if (!data.startsWith(metaRoute)) return {};
  const route = readArguments(routeArguments, data)?.metarouteTransaction;
  const token = route?.approvedTokens[0];
  if (route === undefined || token === undefined) return null;
  return { token: route.nativeIn ? zeroNative : token, units: route.amount };
}
