import { answer, permit2Address, refuse } from '@interline/kernel';
import type { ExecuteRequest } from '../execute/execute-request.ts';
import {
  arbitrum,
  eth,
  executor,
  float,
  preflight,
  spender,
  transfer,
  usdcAddress,
} from './testing/preflight-world.ts';
import { expect } from 'chai';

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

  it('is told by the simulation where the payout would revert', async () => {
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
