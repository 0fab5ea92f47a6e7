import { evmAddress, type Hex } from '@interline/plugins';
import { usdcOnArbitrum, usdcOnBase } from '@interline/plugins/testing';
import { expect } from 'chai';
import fc from 'fast-check';
import {
  anyAddress,
  anyBytes,
  anyBytes32,
  anyUint256,
  anyUint32,
} from '../../testing/abi-values.ts';
import { contractOf, decodeTuple } from '../../testing/contract.ts';
import { itReadsLikeTheChain } from '../../testing/reads-like-the-chain.ts';
import { recipient } from '../../testing/test-ask.ts';
import { readSend } from './calldata.ts';
import { stargateChains } from './chains.ts';
import { contracts, sendData } from './testing/quotes-body.ts';

const endpointId = fc.oneof(
  anyUint32,
  fc.constantFrom(...stargateChains.map((chain) => BigInt(chain.endpointId))),
);
const sendParam = fc.tuple(
  endpointId,
  anyBytes32,
  anyUint256,
  anyUint256,
  anyBytes,
  anyBytes,
  anyBytes,
);

const sendWords = ['uint32', 'bytes32', 'uint256', 'uint256', 'uint256', 'uint256', 'uint256'];
const unfollowed = contractOf(
  'function sendToken(uint256 sendParam, (uint256 nativeFee, uint256 lzTokenFee) fee, address refundAddress)',
);

for (const name of ['sendToken', 'send']) {
  describe(`a ${name} of Stargate`, () => {
    itReadsLikeTheChain({
      values: fc.tuple(sendParam, fc.tuple(anyUint256, anyUint256), anyAddress),
      encode: (values) => contracts.encode(name, values),
      decode: (data) => [
        decodeTuple(sendWords, data),
        ...(unfollowed.decode('sendToken', data)?.slice(1) ?? []),
      ],
      read: (data) => readSend(data, usdcOnBase, usdcOnArbitrum),
      factsOf: ([[dstEid, to, amountLD, minAmountLD], , refundTo]) => ({
        units: amountLD,
        minOutput: minAmountLD,
        refundTo,
        recipient: evmAddress(`0x${to.slice(26)}`),
        toChainId:
          stargateChains.find((chain) => BigInt(chain.endpointId) === dstEid)?.chainId ?? 0,
      }),
    });
  });
}

describe('a send of Stargate', () => {
  it('shows its recipient though its options lie backwards, where its contract would look for them', () => {
    const sound = sendData();
    const optionsAt = 10 + 64 * (4 + 4);
    const data: Hex = `0x${sound.slice(2, optionsAt)}${'f'.repeat(62)}c0${sound.slice(optionsAt + 64)}`;

    expect(readSend(data, usdcOnBase, usdcOnArbitrum)).to.have.property('recipient', recipient);
  });
});
