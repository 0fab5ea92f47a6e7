import { evmChain } from '@interline/kernel';
import { gasCeilingsOf } from '@interline/server';
import { expect } from 'chai';
import { gasFindings } from './examine-gas.ts';

const base = evmChain(8453);
const optimism = evmChain(10);
// CAST: the fields of a config that the ceilings are made of.
const ceilings = gasCeilingsOf({
  profile: 'mainnet',
  chains: [{ chainId: 8453, gasCeilings: { payout: 100_000 } }, { chainId: 10 }],
} as never);

describe('the gas that transactions took, compared with their ceilings', () => {
  it('is the median by chain and purpose, of what was mined there', () => {
    const findings = gasFindings(ceilings, [
      { chain: base, purpose: 'pull', gasUsed: 77_000n },
      { chain: base, purpose: 'pull', gasUsed: 430_000n },
      { chain: base, purpose: 'pull', gasUsed: 79_000n },
      { chain: optimism, purpose: 'refund', gasUsed: 65_000n },
      { chain: optimism, purpose: 'noop', gasUsed: 21_000n },
      { chain: evmChain(1), purpose: 'pull', gasUsed: 1n },
    ]);

    expect(findings).to.deep.equal([
      {
        part: 'gas use',
        ok: true,
        says: 'pull on eip155:8453: median 79000 of 3, most 430000; the ceiling is 500000',
      },
      {
        part: 'gas use',
        ok: true,
        says: 'refund on eip155:10: median 65000 of 1, most 65000; the ceiling is 500000',
      },
    ]);
  });

  it('is a finding above four fifths of the ceiling that the config sets', () => {
    const of = (gasUsed: bigint) =>
      gasFindings(ceilings, [{ chain: base, purpose: 'payout', gasUsed }]);

    expect(of(80_000n).map(({ ok }) => ok)).to.deep.equal([true]);
    expect(of(80_001n)).to.deep.equal([
      {
        part: 'gas use',
        ok: false,
        says: 'payout on eip155:8453: median 80001 of 1, most 80001; the ceiling is 100000; set a higher one as gasCeilings of the chain',
      },
    ]);
  });
});
