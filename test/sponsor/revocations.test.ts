import { asUnits, utcDay } from '@interline/kernel';
import { parts } from '@interline/server';
import { expect } from 'chai';
import type { Hex } from 'viem';
import { freshAddress } from '../support/fresh-wallet.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { resumeMining, stopMining } from '../support/mining.ts';
import { refusalOf } from '../support/refusal-of.ts';
import { drained } from './in-front.ts';
import { ended } from './sponsor-scene.ts';
import { chainId, sponsoredPayer, type SponsoredPayer, transferCall } from './sponsored-payer.ts';

describe('what takes the code off accounts again', () => {
  let harness: Harness;
  before(async () => {
    harness = await startHarness({
      chainIds: [chainId],
      policy: { clientRevertBudget: asUnits(1n) },
    });
  });
  after(() => harness.stop());
  afterEach(() => resumeMining(harness.devnet, chainId));

  const delegated = async (): Promise<SponsoredPayer> => {
    const payer = await sponsoredPayer(harness);
    await payer.fund();
    const calls = [{ to: payer.usdc, data: transferCall(freshAddress() as Hex, 1_000n) }];
    const { id } = await payer.execute(await payer.sign(await payer.prepare(calls), calls));
    await ended(payer, id);
    return payer;
  };
  const revoke = async (payer: SponsoredPayer): Promise<string> => {
    const asked = { chainId, account: payer.address };
    const send = (body: object) =>
      payer.api.call('POST /api/sponsor/revoke', { body: body as never });
    const { authorization } = await send(asked);
    if (authorization === undefined) throw new Error('nothing is to be signed');
    const { call } = await send({ ...asked, authorization: await payer.authorize(authorization) });
    return call?.id ?? '';
  };

  it('is sent at our cost within a budget of the day, even if accounts spend their authorizations in front of us', async () => {
    const [one, two, three] = [await delegated(), await delegated(), await delegated()];
    await stopMining(harness.devnet, chainId);

    const id = await revoke(one);
    await drained(harness, one);
    const meanwhile = await refusalOf(revoke(two));
    await resumeMining(harness.devnet, chainId);
    const { status, innerError } = await ended(one, id);
    const afterwards = await refusalOf(revoke(three));

    expect([status, innerError]).to.deep.equal(['FAILED', 'the authorization was no longer valid']);
    expect([meanwhile, afterwards].map(({ body }) => body.errorCode)).to.deep.equal([
      'BUDGET_SPENT',
      'BUDGET_SPENT',
    ]);
    const { transactions } = harness.container.get(parts.store).reads;
    const [lost = 0n, ofCalls] = await transactions.spentOfEach(
      [`revocation:eip155:${chainId}`, `sponsor-revert:eip155:${chainId}`],
      utcDay(Date.now()),
    );
    expect([lost > 0n, ofCalls]).to.deep.equal([true, 0n]);
    const { status: sentStill } = await three.read((await sendAgain(three)).id);
    expect(sentStill).to.be.oneOf(['ACCEPTED', 'INCLUDED']);
  });

  async function sendAgain(payer: SponsoredPayer) {
    const calls = [{ to: payer.usdc, data: transferCall(freshAddress() as Hex, 1_000n) }];
    return payer.execute(await payer.sign(await payer.prepare(calls), calls));
  }
});
