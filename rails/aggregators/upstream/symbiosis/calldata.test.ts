import fc from 'fast-check';
import { anyAddress, anyBytes, anyUint256 } from '../../testing/abi-values.ts';
import { itReadsLikeTheChain } from '../../testing/reads-like-the-chain.ts';
import { zeroNative } from '../../wire/native-coin.ts';
import { readRouteCalldata } from './calldata.ts';
import { metaRouterContract } from './testing/symbiosis-bodies.ts';

describe('a route of Symbiosis', () => {
  itReadsLikeTheChain({
    values: fc.tuple(
      fc.tuple(
        anyBytes,
        anyBytes,
        fc.array(anyAddress, { minLength: 1, maxLength: 4 }),
        anyAddress,
        anyAddress,
        anyUint256,
        fc.boolean(),
        anyAddress,
        anyBytes,
      ),
    ),
    encode: (values) => metaRouterContract.encode('metaRoute', values),
    decode: (data) => metaRouterContract.decode('metaRoute', data),
    read: readRouteCalldata,
    factsOf: ([[, , approvedTokens, , , amount, nativeIn]]) => ({
      token: nativeIn ? zeroNative : approvedTokens[0],
      units: amount,
    }),
  });
});
