import { asUnits, evmAddress, type TxFields } from '@interline/kernel';
import type { MinedReading } from '@interline/ports';
import { burntInMulticall, type Member, tookMoreThanPlain } from './burnt-gas.ts';
import { expect } from 'chai';

const call: TxFields = {
  to: evmAddress('0x0000000000000000000000000000000000000001'),
  data: '0x',
  value: asUnits(0n),
  gasLimit: 140_000n,
  maxFeeRate: 10n,
  tip: 1n,
};

/** Simulated at 80,000 gas, of which a multicall saves 21,000, with a limit of 140,000. */
function member(group: number, runsForeignCode = false): Member {
  return {
    id: `ef_${group}`,
    simulated: { gas: 80_000n, gasInMulticall: 59_000n, runsForeignCode },
    multicall: {
      bundle: `ef_${group}`,
      position: 0,
      call,
      carried: { by: 'ef_batch', group, of: 3 },
    },
  };
}

/** A multicall of three at 10 wei a gas. */
function charged(
  members: readonly Member[],
  gasUsed: bigint,
  failedGroups: readonly number[] = [],
): readonly bigint[] {
  return members.map((own, group) => {
    const mined: MinedReading = {
      hash: '0x01',
      block: 1,
      blockHash: '0x02',
      isSuccess: !failedGroups.includes(group),
      gasUsed: gasUsed / 3n,
      gasCost: (gasUsed * 10n) / 3n,
      multicall: { gasUsed, gasCost: gasUsed * 10n, failedGroups },
      transfers: [],
    };
    return burntInMulticall(members, own, mined);
  });
}

describe('the gas that a member of a multicall burns', () => {
  const plain = [member(0), member(1), member(2)];
  const oneWithCode = [member(0), member(1, true), member(2)];

  it('is zero if all took what they were simulated with', () => {
    // 21,000 and three times 59,000.
    expect(charged(oneWithCode, 198_000n)).to.deep.equal([0n, 0n, 0n]);
    expect(charged(oneWithCode, 198_001n)).to.deep.equal([0n, 10n, 0n]);
  });

  it('is charged to the one with code, and to no other', () => {
    expect(charged(oneWithCode, 278_000n)).to.deep.equal([0n, 800_000n, 0n]);
  });

  it('is at most what its limit lets it burn', () => {
    expect(charged(oneWithCode, 279_000n)).to.deep.equal([0n, 810_000n, 0n]);
    expect(charged(oneWithCode, 279_001n)).to.deep.equal([0n, 810_000n, 0n]);
  });

  it('is everything that a failed one can have burnt, if the others took what they were simulated with', () => {
    // The rest of 278,000 above 21,000 and twice 59,000.
    expect(charged(plain, 278_000n, [1])).to.deep.equal([0n, 1_390_000n, 0n]);
  });

  it('is at least an even share for one that failed', () => {
    expect(charged(plain, 150_000n, [1])).to.deep.equal([0n, 500_000n, 0n]);
  });

  it('is shared by their limits if several can have burnt it', () => {
    // Beyond 21,000 and twice 59,000: 198,900 of the 81,000 and 140,000 that they had room for.
    expect(charged(oneWithCode, 337_900n, [2])).to.deep.equal([0n, 729_000n, 1_260_000n]);
  });
});

describe('a transaction that took more than a plain one can', () => {
  const expects = {
    token: '0x0000000000000000000000000000000000000003',
    from: evmAddress('0x0000000000000000000000000000000000000001'),
    to: evmAddress('0x0000000000000000000000000000000000000002'),
    units: asUnits(1n),
  };
  const simulated = { gas: 80_000n, gasInMulticall: 59_000n, runsForeignCode: false };
  const plain = { expects, simulated, multicall: null } as const;
  const coin = { ...expects, token: 'native' };

  it('is a pull more than 7,500 gas above its simulation', () => {
    const pull = { ...plain, purpose: 'pull' } as const;
    expect(tookMoreThanPlain(pull, { gasUsed: 87_500n })).to.equal(false);
    expect(tookMoreThanPlain(pull, { gasUsed: 87_501n })).to.equal(true);
  });

  it("is a payer's EIP-2612 permit more than 7,500 gas above it", () => {
    const allowance = { ...plain, expects: null, purpose: 'allowance' } as const;
    expect(tookMoreThanPlain(allowance, { gasUsed: 87_500n })).to.equal(false);
    expect(tookMoreThanPlain(allowance, { gasUsed: 87_501n })).to.equal(true);
  });

  it('is a payout more than 25,000 gas above it, and one of coin more than nothing', () => {
    const payout = { ...plain, purpose: 'payout' } as const;
    expect(tookMoreThanPlain(payout, { gasUsed: 105_000n })).to.equal(false);
    expect(tookMoreThanPlain(payout, { gasUsed: 105_001n })).to.equal(true);
    expect(tookMoreThanPlain({ ...payout, expects: coin }, { gasUsed: 80_000n })).to.equal(false);
    expect(tookMoreThanPlain({ ...payout, expects: coin }, { gasUsed: 80_001n })).to.equal(true);
  });

  it('is unknown if nothing was simulated', () => {
    const unknown = { ...plain, purpose: 'pull', simulated: null } as const;
    expect(tookMoreThanPlain(unknown, { gasUsed: 10n ** 6n })).to.equal(false);
  });
});
