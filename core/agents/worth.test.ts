import { evmChain, isRelayError, type TokenRef } from '@interline/kernel';
import { expect } from 'chai';
import { worthInCents } from './worth.ts';

const usdc: TokenRef = {
  chain: evmChain(8453),
  address: '0x3333333333333333333333333333333333333333',
  symbol: 'USDC',
  decimals: 6,
  asset: 'USD',
};

const worth = (amount: bigint, microUsd: bigint | null): Promise<bigint> =>
  worthInCents(
    { priceOf: async () => (microUsd === null ? null : { microUsd, asOfMs: 0 }) },
    usdc,
    amount,
    new AbortController().signal,
  );

describe("what an agent's route is worth", () => {
  it('is in cents, rounded up', async () => {
    expect([
      await worth(1_000_000n, 1_000_000n),
      await worth(1_000_001n, 1_000_000n),
      await worth(1n, 1_000_000n),
      await worth(1_000_000n, 999_999n),
      await worth(1_000_000n, 1_000_001n),
    ]).to.deep.equal([100n, 101n, 1n, 100n, 101n]);
  });

  it('is refused without a price', async () => {
    const refused: unknown = await worth(1n, null).catch((error: unknown) => error);

    expect(isRelayError(refused) ? refused.code : refused).to.equal('NO_ROUTE');
  });
});
