import { expect } from 'chai';
import fc from 'fast-check';
import { anyAddress, anyUint256 } from '../testing/abi-values.ts';
import { contractOf } from '../testing/contract.ts';
import { itReadsLikeTheChain } from '../testing/reads-like-the-chain.ts';
import { approvedSpender } from './read-approval.ts';

const spender = '27a16dc786820b16e5c9028b75b99f6f604b5d26';
const units = 100_000_000n.toString(16).padStart(64, '0');

describe('an approval', () => {
  it('names its spender', () => {
    expect(approvedSpender(`0x095ea7b3${spender.padStart(64, '0')}${units}`)).to.equal(
      `0x${spender}`,
    );
  });

  const others: readonly (readonly [string, `0x${string}`])[] = [
    ['is no call', '0x'],
    ['is a transfer', `0xa9059cbb${spender.padStart(64, '0')}${units}`],
    ['ends before its amount', `0x095ea7b3${spender.padStart(64, '0')}`],
  ];

  for (const [what, data] of others) {
    it(`names nobody where it ${what}`, () => {
      expect(approvedSpender(data)).to.equal(null);
    });
  }

  const token = contractOf('function approve(address spender, uint256 amount)');
  itReadsLikeTheChain({
    values: fc.tuple(anyAddress, anyUint256),
    encode: (values) => token.encode('approve', values),
    decode: (data) => token.decode('approve', data),
    read: approvedSpender,
    factsOf: ([named]) => named,
  });
});
