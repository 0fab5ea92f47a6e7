import type { Hex } from '@interline/plugins';
import { expect } from 'chai';
import fc from 'fast-check';
import { anyAddress, anyBytes32, anyUint256 } from '../../testing/abi-values.ts';
import { decodeTuple } from '../../testing/contract.ts';
import { itReadsLikeTheChain } from '../../testing/reads-like-the-chain.ts';
import { recipient } from '../../testing/test-ask.ts';
import { readBridgeData } from './calldata.ts';
import { bridgeCall, facet } from './testing/lifi-bodies.ts';

const bridgeWords = [
  'bytes32',
  'uint256',
  'uint256',
  'address',
  'address',
  'address',
  'uint256',
  'uint256',
  'bool',
  'bool',
];

describe('the bridge data of LI.FI', () => {
  itReadsLikeTheChain({
    values: fc.tuple(
      anyBytes32,
      fc.string(),
      fc.string(),
      anyAddress,
      anyAddress,
      anyAddress,
      anyUint256,
      anyUint256,
      fc.boolean(),
      fc.boolean(),
    ),
    encode: (bridgeData) => facet.encode('startBridgeTokensViaStandard', [bridgeData]),
    decode: (data) => decodeTuple(bridgeWords, data),
    read: (data) => factsIn(readBridgeData(data)),
    factsOf: ([, , , , token, receiver, units, toChainId, swaps]) => ({
      token,
      receiver,
      units,
      toChainId,
      swaps,
    }),
  });

  for (const [what, offset] of [
    ['behind the data', 10_000n],
    ['backwards', 2n ** 256n - 64n],
  ] as const) {
    it(`shows the recipient though a name lies ${what}`, () => {
      const sound = bridgeCall();
      const nameAt = 10 + 64 * (1 + 1);
      const data: Hex = `0x${sound.slice(2, nameAt)}${offset.toString(16).padStart(64, '0')}${sound.slice(nameAt + 64)}`;

      expect(readBridgeData(data)).to.have.property('receiver', recipient);
    });
  }
});

function factsIn(read: ReturnType<typeof readBridgeData>) {
  if (read === null) return null;
  const {
    sendingAssetId: token,
    receiver,
    minAmount: units,
    destinationChainId: toChainId,
    hasSourceSwaps: swaps,
  } = read;
  return { token, receiver, units, toChainId, swaps };
}
