import { isRelayError } from '@interline/plugins';
import fc from 'fast-check';
import { anyAddress, anyBytes, anyUint256, anyUint32 } from '../../testing/abi-values.ts';
import { itReadsLikeTheChain } from '../../testing/reads-like-the-chain.ts';
import { type Deposit, readDeposit } from './calldata.ts';
import { spokePoolContract } from './testing/quote-body.ts';

describe('a deposit into Across', () => {
  itReadsLikeTheChain({
    values: fc.tuple(
      anyAddress,
      anyAddress,
      anyAddress,
      anyAddress,
      anyUint256,
      anyUint256,
      anyUint256,
      anyAddress,
      anyUint32,
      anyUint32,
      anyUint32,
      anyBytes,
    ),
    encode: (values) => spokePoolContract.encode('depositV3', values),
    decode: (data) => spokePoolContract.decode('depositV3', data),
    read: (data) => unlessFault(() => readDeposit(data)),
    factsOf: ([
      depositor,
      recipient,
      inputToken,
      outputToken,
      inputAmount,
      outputAmount,
      destinationChainId,
      exclusiveRelayer,
      quoteTimestamp,
      fillDeadline,
      exclusivityDeadline,
      message,
    ]) => ({
      depositor,
      recipient,
      inputToken,
      outputToken,
      inputAmount,
      outputAmount,
      destinationChainId,
      exclusiveRelayer,
      quoteTimestamp,
      fillDeadline,
      exclusivityDeadline,
      message,
    }),
  });
});

function unlessFault(read: () => Deposit | null): Deposit | null {
  try {
    return read();
  } catch (error) {
    if (isRelayError(error) && error.code === 'RAIL_FAULT') return null;
    throw error;
  }
}
