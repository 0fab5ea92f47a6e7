import { asUnits, RelayError } from '@interline/kernel';
import { base, plainUsdc, preflight, transfer } from './testing/preflight-world.ts';
import { expect } from 'chai';

describe('a preflight of the payer', () => {
  it('says how much is missing, to the unit', async () => {
    expect(
      (await preflight({}, { payer: { balance: asUnits(1_000_000n) } })).blockers,
    ).to.deep.equal([]);
    expect((await preflight({}, { payer: { balance: asUnits(999_999n) } })).blockers).to.deep.equal(
      [
        {
          code: 'PAYER_NOT_READY',
          reason:
            'the payer 0x1000000000000000000000000000000000000abc holds 999999 of USDC on eip155:8453; 1000000 are needed',
          fix: 'Send 1 more of USDC to 0x1000000000000000000000000000000000000abc on eip155:8453, or lower amount to 999999.',
        },
      ],
    );
  });

  it('does not count what is being pulled already', async () => {
    const { blockers } = await preflight(
      {},
      {
        payer: { balance: asUnits(1_500_000n) },
        reader: { transactions: { pendingPulls: async () => asUnits(1_500_000n) } },
      },
    );

    expect(blockers).to.deep.equal([
      {
        code: 'PAYER_NOT_READY',
        reason:
          'the payer 0x1000000000000000000000000000000000000abc holds 1500000 of USDC on eip155:8453, of which 1500000 are being pulled already; 1000000 are needed',
        fix: 'Send 1000000 more of USDC to 0x1000000000000000000000000000000000000abc on eip155:8453.',
      },
    ]);
  });

  it('wants the EIP-2612 signature where the token takes one and the body brings none', async () => {
    const poor = { payer: { permit2Allowance: asUnits(999_999n) } };

    expect((await preflight({}, poor)).blockers).to.deep.equal([
      {
        code: 'PAYER_NOT_READY',
        reason:
          'Permit2 may take 999999 of USDC from 0x1000000000000000000000000000000000000abc; 1000000 are needed',
        fix: 'Sign signRequest.allowance of POST /api/agent/do (EIP-2612, costs no gas) and send it as permit2.allowance.',
      },
    ]);
    expect(
      (
        await preflight(
          {
            allowance: {
              kind: 'eip2612',
              value: 1_000_000n,
              deadline: 1_800_001_800n,
              signature: '0x01',
            },
          },
          poor,
        )
      ).blockers,
    ).to.deep.equal([]);
  });

  it('wants an approval where the token takes no signature for one, whether the permit is signed yet or not', async () => {
    const approve =
      'Approve Permit2 from 0x1000000000000000000000000000000000000abc on eip155:8453: approve(0x000000000022d473030f116ddee9f6b43ac78ba3, 1000000) of token 0x833589fcd6edb6e08f4c7c32d4f71b54bda02913, or more.';
    const none = { permit2Allowance: asUnits(0n) };

    for (const request of [
      { quote: { ...transfer, from: plainUsdc } },
      { quote: { ...transfer, from: plainUsdc }, permit: null },
    ]) {
      expect(
        (await preflight(request, { payer: none })).blockers.map(({ fix }) => fix),
      ).to.deep.equal([approve]);
    }
    expect(
      (await preflight({}, { payer: { ...none, hasCode: true } })).blockers.map(({ fix }) => fix),
    ).to.deep.equal([approve]);
    expect(
      (await preflight({}, { payer: { ...none, eip2612Nonce: null } })).blockers.map(
        ({ fix }) => fix,
      ),
    ).to.deep.equal([approve]);
  });

  it('warns of a payer with code', async () => {
    expect(await preflight({}, { payer: { hasCode: true } })).to.deep.include({
      blockers: [],
      warnings: [
        'the payer 0x1000000000000000000000000000000000000abc has code on eip155:8453: it is asked whether it accepts the signature (ERC-1271)',
      ],
    });
  });

  it('counts a silent chain as one blocker, whoever asked it', async () => {
    const silent = async () => {
      throw new RelayError('CHAIN_UNREACHABLE', { chain: base }, 'https://node.example said 502');
    };

    const { blockers } = await preflight(
      {},
      { custody: { payerState: silent, verifyPermit: silent } },
    );

    expect(blockers).to.deep.equal([
      {
        code: 'CHAIN_UNREACHABLE',
        reason: 'eip155:8453: A chain cannot be reached now.',
        fix: 'Try again shortly; nothing was sent.',
      },
    ]);
  });
});
