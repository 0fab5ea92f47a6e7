import { type PreparedSponsoredCall, signSponsored } from '@interline/client';
import { expect } from 'chai';
import { Wallet } from 'ethers';
import type { Hex } from 'viem';
import { freshAddress } from '../support/fresh-wallet.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { chainId, sponsoredPayer, transferCall } from './sponsored-payer.ts';

describe('what a client signs of sponsored calls', () => {
  let harness: Harness;
  before(async () => {
    harness = await startHarness({ chainIds: [chainId] });
  });
  after(() => harness.stop());

  const asked = async () => {
    const payer = await sponsoredPayer(harness);
    await payer.fund();
    const calls = [
      { to: payer.usdc, data: transferCall(freshAddress() as Hex, 1_000n) },
      { to: freshAddress() as Hex, value: '0', data: '0x' as Hex },
    ];
    const wanted = {
      ...{ chainId, calls, feeToken: payer.usdc, relayer: payer.relayer },
      mostFee: '2000000',
    };
    return { payer, calls, wanted, prepared: await payer.prepare(calls) };
  };

  it('is the very same with ethers as with viem', async () => {
    const { payer, calls, wanted, prepared } = await asked();

    const signed = await signSponsored(new Wallet(payer.key), prepared, wanted);

    expect(signed).to.deep.equal(await payer.sign(prepared, calls));
  });

  it('is these calls behind this fee, for the delegate that is known, and nothing else', async () => {
    const { payer, wanted, prepared } = await asked();
    const { eip712, authorization } = prepared;
    const said = (message: object): PreparedSponsoredCall => ({
      ...prepared,
      eip712: { ...eip712, message: { ...eip712.message, ...message } },
    });
    const callData = String(eip712.message['callData']);
    const strange: Readonly<Record<string, PreparedSponsoredCall>> = {
      'a call more': said({ callData: `${callData}00` }),
      'another recipient': said({ callData: callData.replace(/.{40}(?=.{8})/, '22'.repeat(20)) }),
      'another sender': said({ sender: freshAddress() }),
      'a price of its own': said({ gasFees: `0x${'00'.repeat(31)}01` }),
      'a paymaster': said({ paymasterAndData: payer.relayer }),
      'code that is not known': said({ initCode: freshAddress() }),
      'a delegate that is not known': {
        ...prepared,
        authorization: { chainId, nonce: 0, address: freshAddress() },
      },
      'an authorization for every chain': {
        ...prepared,
        authorization: { chainId: 0, nonce: 0, address: authorization?.address ?? '' },
      },
      'another EntryPoint': {
        ...prepared,
        eip712: { ...eip712, domain: { ...eip712.domain, verifyingContract: freshAddress() } },
      },
      'another chain': {
        ...prepared,
        eip712: { ...eip712, domain: { ...eip712.domain, chainId: 1 } },
      },
      'another struct': { ...prepared, eip712: { ...eip712, primaryType: 'Permit' } },
      'a fee in another token': { ...prepared, fee: { ...prepared.fee, token: freshAddress() } },
      'a fee beyond the most': { ...prepared, fee: { ...prepared.fee, amount: '2000001' } },
    };

    const signed: string[] = [];
    for (const [what, one] of Object.entries(strange))
      await signSponsored(new Wallet(payer.key), one, wanted).then(
        () => signed.push(what),
        (error: unknown) => {
          expect(String(error), what).to.match(/not signed: /);
        },
      );

    expect(signed).to.deep.equal([]);
  });
});
