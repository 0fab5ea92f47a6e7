import type { Hex } from '@interline/plugins';
import { Interface, Result } from 'ethers/abi';
import { z } from 'zod';
import { zeroNative } from '../../wire/native-address.ts';
import { address } from '../../wire/read-address.ts';
import type { CallFacts } from '../upstream.ts';

const metaRouter = new Interface([`function metaRoute(
  (bytes firstSwapCalldata, bytes secondSwapCalldata, address[] approvedTokens, address firstDexRouter, address secondDexRouter,
   uint256 amount, bool nativeIn, address relayRecipient, bytes otherSideCalldata) metarouteTransaction)`]);

const metaRoute = '0xa11b1198';

/** Source token and amount of a `metaRoute`; the recipient lies in the other side's calldata, which is not read. Null where it does not decode. */
export function readRouteCalldata(data: Hex): CallFacts | null {
  if (!data.startsWith(metaRoute)) return {};
  try {
    const transaction: unknown = metaRouter.decodeFunctionData('metaRoute', data)[0];
    const { approvedTokens: [token], amount, nativeIn } = routeShape.parse(transaction instanceof Result ? transaction.toObject() : transaction);
    return { token: nativeIn ? zeroNative : token, units: amount };
  } catch {
    return null;
  }
}

const routeShape = z.object({ approvedTokens: z.tuple([address], address), amount: z.bigint(), nativeIn: z.boolean() });
