import {
  asAmount,
  asUnits,
  type EvmAddress,
  evmAddress,
  noUnits,
  type RailOutcome,
  refuse,
  RelayError,
  type TokenRef,
} from '@interline/plugins';
import { etherOnBase, usdcOnArbitrum, usdcOnBase } from '@interline/plugins/testing';
import { expect } from 'chai';
import { depositor, payer, recipient, testAsk } from '../../testing/test-ask.ts';
import type { Built, Priced } from '../upstream.ts';
import { planDeposit } from './plan.ts';
import { depositAddress } from './testing/oneclick-bodies.ts';

const signature = 'ed25519:5e';

const priced: Priced = {
  output: asUnits(99_780_000n),
  minOutput: asUnits(99_281_100n),
  durationSec: 18,
  bridge: 'oneclick',
  via: ['oneclick'],
  expiresAtMs: 1_800_001_200_000,
  coinFee: noUnits,
};

describe("oneclick's deposit", () => {
  it('is a transfer of the token to its address, without an approval', () => {
    expect(planned(depositAddress)).to.deep.equal({
      ok: true,
      value: {
        ...priced,
        call: {
          chainId: 8453,
          to: usdcOnBase.address,
          value: 0n,
          spender: null,
          says: { token: usdcOnBase.address, units: 100_000_000n },
          data: '0xa9059cbb00000000000000000000000076b4c56085ed136a8744d52bdd35aff0b2b3e4a10000000000000000000000000000000000000000000000000000000005f5e100',
        },
        ref: { depositAddress, deadlineMs: 1_800_001_200_000, signature },
      },
    });
  });

  it('is a plain send of a coin', () => {
    const ether: TokenRef = { ...etherOnBase, chain: usdcOnArbitrum.chain };

    const built = planDeposit(testAsk({ from: etherOnBase, to: ether, units: asAmount(5n) }), {
      priced,
      deposit: { address: evmAddress(depositAddress), hasMemo: false, signature },
    });

    expect(built.ok && [built.value.call, built.value.ref]).to.deep.equal([
      {
        chainId: 8453,
        to: depositAddress,
        data: '0x',
        value: 5n,
        spender: null,
        says: { units: 5n },
      },
      { depositAddress, deadlineMs: 1_800_001_200_000, signature },
    ]);
  });

  const wrong: readonly (readonly [string, string])[] = [
    ['the depositor', depositor],
    ['the payer', payer],
    ['the recipient', recipient],
    ['the source token', usdcOnBase.address],
    ['the destination token', usdcOnArbitrum.address],
    ['the zero address', '0x0000000000000000000000000000000000000000'],
    ['a sign for the coin', '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'],
  ];

  for (const [party, address] of wrong) {
    it(`never goes to ${party}`, () => {
      expect(() => planned(address))
        .to.throw(RelayError, 'oneclick names a deposit address that is not its own')
        .with.property('code', 'RAIL_FAULT');
    });
  }

  it('needs an address that 1Click signed, and carries no memo', () => {
    const deposit = { address: evmAddress(depositAddress), hasMemo: false, signature };

    expect(
      planDeposit(testAsk(), { priced, deposit: { ...deposit, address: null } }),
    ).to.deep.equal(refuse('NO_ROUTE', 'oneclick names no deposit address'));
    expect(() => planDeposit(testAsk(), { priced, deposit: { ...deposit, signature: null } }))
      .to.throw(RelayError, 'oneclick did not sign the deposit address it names')
      .with.property('code', 'RAIL_FAULT');
    expect(
      planDeposit(testAsk(), { priced, deposit: { ...deposit, hasMemo: true } }),
    ).to.deep.equal(refuse('NO_ROUTE', 'oneclick wants a memo, which a transfer cannot carry'));
  });
});

function planned(address: string): RailOutcome<Built> {
  const to: EvmAddress = evmAddress(address);
  return planDeposit(testAsk(), { priced, deposit: { address: to, hasMemo: false, signature } });
}
