import { asUnits } from '@interline/kernel';
import { preflight, usdcAddress } from './testing/preflight-world.ts';
import { expect } from 'chai';

describe('a preflight of the relayer', () => {
  it('says that it has as much under way as it may', async () => {
    const { blockers } = await preflight(
      {},
      {
        reader: {
          transactions: {
            pendingPullsOn: async () => new Map([[usdcAddress, asUnits(99_500_000n)]]),
          },
        },
      },
    );

    expect(blockers.map(({ code }) => code)).to.deep.equal(['RELAYER_BUSY']);
  });

  it('says that its account is stopped', async () => {
    const { blockers } = await preflight(
      {},
      {
        reader: {
          transactions: {
            account: async (chain, account) => ({
              chain,
              account,
              nextNonce: 1,
              lastMined: 0,
              stopped: 'a nonce is missing',
            }),
          },
        },
      },
    );

    expect(blockers).to.deep.equal([
      {
        code: 'ACCOUNT_STOPPED',
        reason:
          "eip155:8453: The relayer's account on this chain is stopped until an operator looks at it.",
        fix: 'Use another chain, or try again later.',
      },
    ]);
  });
});
