import {
  answer,
  asUnits,
  type ErrorCode,
  permit2Address,
  type PullUnderWay,
  refuse,
  RelayError,
} from '@interline/kernel';
import type { ExecuteRequest } from '../execute-request.ts';
import {
  allStopped,
  arbitrum,
  base,
  eth,
  executor,
  firm,
  float,
  payer,
  plainUsdc,
  preflight,
  spender,
  transfer,
  usdcAddress,
} from './testing/preflight-world.ts';
import { expect } from 'chai';

describe('a preflight of a permit', () => {
  const refusals: readonly ErrorCode[] = ['PERMIT_EXPIRED', 'PERMIT_USED', 'PERMIT_SPENDER'];

  for (const code of refusals) {
    it(`reports ${code} from the chain`, async () => {
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

  it('explains what a wallet probably got wrong, since a new sign request would be signed in the same way', async () => {
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
              cost: null,
              expiresAtMs: 0,
            }),
          },
        },
      },
    );

    expect(blockers.map(({ code }) => code)).to.deep.equal(['INTENT_MISMATCH']);
  });

  it('that already started a route says where its receipt is', async () => {
    const { blockers } = await preflight(
      {},
      { reader: { transfers: { routeByPermit: async () => ({}) as never } } },
    ); // CAST: only its presence matters.

    expect(blockers).to.have.length(1).and.to.have.nested.property('0.code', 'PERMIT_USED');
  });

  it('reports a pull that reverts in the simulation', async () => {
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

describe('a preflight of the payer', () => {
  it('reports the missing amount, to the unit', async () => {
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

  it('counts only those pending pulls that the chain shows unspent', async () => {
    const pulls = [
      { nonce: 1n, units: asUnits(700_000n) },
      { nonce: 2n, units: asUnits(800_000n) },
    ];
    const asked: (readonly PullUnderWay[] | undefined)[] = [];
    const withPromised = async (promised: bigint) =>
      preflight(
        {},
        {
          custody: {
            payerState: async (_chain, _token, _payer, _signal, underWay) => {
              asked.push(underWay);
              return {
                balance: asUnits(1_500_000n),
                permit2Allowance: asUnits(5_000_000n),
                eip2612Nonce: 0n,
                hasCode: false,
                promised: asUnits(promised),
                chainTimeSec: 1_800_000_000,
              };
            },
          },
          reader: { transactions: { pendingPulls: async () => pulls } },
        },
      );
    const { blockers } = await withPromised(1_500_000n);

    expect((await withPromised(500_000n)).blockers).to.deep.equal([]);
    expect(asked).to.deep.equal([pulls, pulls]);

    expect(blockers).to.deep.equal([
      {
        code: 'PAYER_NOT_READY',
        reason:
          'the payer 0x1000000000000000000000000000000000000abc holds 1500000 of USDC on eip155:8453, of which 1500000 are being pulled already; 1000000 are needed',
        fix: 'Send 1000000 more of USDC to 0x1000000000000000000000000000000000000abc on eip155:8453.',
      },
    ]);
  });

  it('expects the EIP-2612 signature if the token accepts one and the body has none', async () => {
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

  it('expects an approval if the token accepts no signature for one, before and after the permit is signed', async () => {
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

  it('reports a silent chain as one blocker, however many checks asked it', async () => {
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

describe('a preflight of the recipient', () => {
  it('warns of code there, for tokens and for coin', async () => {
    const hasCode = { custody: { hasCode: async () => true } };

    expect(await preflight({}, hasCode)).to.deep.include({
      blockers: [],
      warnings: [
        'toAddress 0x2000000000000000000000000000000000000def has code on eip155:42161: it must be able to pass USDC on',
      ],
    });
    expect(
      (await preflight({ quote: { ...transfer, to: { ...eth, chain: arbitrum } } }, hasCode))
        .warnings,
    ).to.deep.equal([
      'toAddress 0x2000000000000000000000000000000000000def has code on eip155:42161: it must accept ETH that is simply sent to it',
    ]);
  });

  it('stops at the token itself, at Permit2, at the batch executor and at the relayer', async () => {
    const codesFor = async (to: string, change: Partial<ExecuteRequest> = {}) =>
      (await preflight({ quote: { ...transfer, recipient: to }, ...change })).blockers.map(
        ({ code }) => code,
      );

    expect(await codesFor(usdcAddress)).to.deep.equal(['BURN_ADDRESS_REFUSED']);
    expect(await codesFor(permit2Address)).to.deep.equal(['BURN_ADDRESS_REFUSED']);
    expect(await codesFor(usdcAddress, { allowBurnAddress: true })).to.deep.equal([]);
    expect(await codesFor(spender)).to.deep.equal(['BAD_REQUEST']);
    expect(await codesFor(float)).to.deep.equal(['BAD_REQUEST']);
    expect(await codesFor(executor)).to.deep.equal(['BURN_ADDRESS_REFUSED']);
    expect(await codesFor(float, { mode: 'self', isOperator: true, permit: null })).to.deep.equal(
      [],
    );
  });

  it('reports a payout that reverts in the simulation', async () => {
    const { blockers } = await preflight(
      {},
      {
        custody: {
          prepare: async ({ kind }) =>
            kind === 'payout' ? refuse('SIMULATION_FAILED', 'the recipient refuses') : answer([]),
        },
      },
    );

    expect(blockers).to.deep.equal([
      {
        code: 'SIMULATION_FAILED',
        reason: 'lane: the recipient refuses',
        fix: "Check the payer's balance, allowance and the recipient.",
      },
    ]);
  });
});

describe('a preflight of the relayer', () => {
  it('reports that it has reached its limit of pending pulls', async () => {
    const { blockers } = await preflight(
      {},
      {
        reader: {
          transactions: {
            pendingPullsOn: async () => [
              {
                token: usdcAddress,
                payer,
                client: 'c_other',
                units: asUnits(99_500_000n),
                isReverted: false,
              },
            ],
          },
        },
      },
    );

    expect(blockers.map(({ code }) => code)).to.deep.equal(['RELAYER_BUSY']);
  });

  it('reports that its account is stopped', async () => {
    const { blockers } = await preflight(
      {},
      {
        reader: {
          transactions: allStopped,
        },
      },
    );

    expect(blockers).to.deep.equal([
      {
        code: 'ACCOUNT_STOPPED',
        reason:
          "eip155:8453: The relayer's account on this chain is stopped while the store and the chain disagree.",
        fix: 'Use another chain, or try again later.',
      },
    ]);
  });
});
