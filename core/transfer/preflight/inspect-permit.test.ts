import { answer, asUnits, type ErrorCode, refuse } from '@interline/kernel';
import { firm, payer, preflight, transfer } from './testing/preflight-world.ts';
import { expect } from 'chai';

describe('a preflight of a permit', () => {
  const refusals: readonly ErrorCode[] = ['PERMIT_EXPIRED', 'PERMIT_USED', 'PERMIT_SPENDER'];

  for (const code of refusals) {
    it(`says ${code} as the chain does`, async () => {
      const { blockers } = await preflight(
        {},
        { custody: { verifyPermit: async () => refuse(code, 'so it is') } },
      );

      expect(blockers)
        .to.have.length(1)
        .and.to.have.nested.property('0.fix')
        .that.matches(/^Ask POST \/api\/agent\/do for a new sign request/);
      expect(blockers[0]).to.include({ code, reason: 'so it is' });
    });
  }

  it('says what a wallet probably got wrong, since a new sign request would be signed as wrongly', async () => {
    const { blockers } = await preflight(
      {},
      { custody: { verifyPermit: async () => refuse('PERMIT_INVALID', 'so it is') } },
    );

    expect(blockers).to.deep.equal([
      {
        code: 'PERMIT_INVALID',
        reason: 'so it is',
        fix: 'Give the wallet the whole signRequest.eip712 as it was answered, types.EIP712Domain included, and sign with the key of permit2.owner; another transfer needs a sign request of its own.',
      },
    ]);
  });

  it('that was signed for another transfer is a mismatch', async () => {
    const order = { ...transfer, payer, minOutput: asUnits(1n), recipient: payer };
    const { blockers } = await preflight(
      {},
      {
        reader: {
          transfers: {
            intent: async () => ({
              digest: '0xd1',
              payer,
              order,
              quote: firm('lane', 999_200n),
              railPackage: 'lane',
              expiresAtMs: 0,
            }),
          },
        },
      },
    );

    expect(blockers.map(({ code }) => code)).to.deep.equal(['INTENT_MISMATCH']);
  });

  it('that started a route already says where its receipt is', async () => {
    const { blockers } = await preflight(
      {},
      { reader: { transfers: { routeByPermit: async () => ({}) as never } } },
    ); // CAST: only its being there matters.

    expect(blockers).to.have.length(1).and.to.have.nested.property('0.code', 'PERMIT_USED');
  });

  it('whose pull would revert is told by the simulation', async () => {
    const { blockers } = await preflight(
      {},
      {
        custody: {
          prepare: async ({ kind }) =>
            kind === 'pull'
              ? refuse('SIMULATION_FAILED', 'the token refuses the payer')
              : answer([]),
        },
      },
    );

    expect(blockers).to.deep.equal([
      {
        code: 'PAYER_NOT_READY',
        reason: 'the token refuses the payer',
        fix: "Check the payer's balance, allowance and own code, then sign a new permit.",
      },
    ]);
  });
});
