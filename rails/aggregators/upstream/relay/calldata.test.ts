import fc from 'fast-check';
import { anyAddress, anyBytes32, anyUint256 } from '../../testing/abi-values.ts';
import { itReadsLikeTheChain } from '../../testing/reads-like-the-chain.ts';
import { readDeposit } from './calldata.ts';
import { contracts, zero } from './testing/relay-bodies.ts';

describe("a token's deposit into Relay", () => {
  itReadsLikeTheChain({
    values: fc.tuple(anyAddress, anyAddress, anyUint256, anyBytes32),
    encode: (values) => contracts.encode('depositErc20', values),
    decode: (data) => contracts.decode('depositErc20', data),
    read: readDeposit,
    factsOf: ([depositor, token, amount, id]) => ({ depositor, token, amount, id }),
  });
});

describe("a coin's deposit into Relay", () => {
  itReadsLikeTheChain({
    values: fc.tuple(anyAddress, anyBytes32),
    encode: (values) => contracts.encode('depositNative', values),
    decode: (data) => contracts.decode('depositNative', data),
    read: readDeposit,
    factsOf: ([depositor, id]) => ({ depositor, token: zero, amount: null, id }),
  });
});
