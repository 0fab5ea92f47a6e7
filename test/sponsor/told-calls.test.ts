import { asSession } from '@interline/client';
import { expect } from 'chai';
import { Wallet } from 'ethers';
import type { Hex } from 'viem';
import { signIn } from '../accounts/sign-in.ts';
import { freshAddress } from '../support/fresh-wallet.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { ended } from './sponsor-scene.ts';
import { chainId, sponsoredPayer, transferCall } from './sponsored-payer.ts';

describe('the account of a wallet whose calls were sponsored', () => {
  let harness: Harness;
  before(async () => {
    harness = await startHarness({ chainIds: [chainId] });
  });
  after(() => harness.stop());

  it('is notified how each of them ended, and no other account is', async () => {
    const payer = await sponsoredPayer(harness);
    const [own, other] = await Promise.all([
      signIn(harness.url, new Wallet(payer.key)),
      signIn(harness.url, Wallet.createRandom() as unknown as Wallet), // CAST: a wallet with a phrase beside its key.
    ]);
    await payer.fund();
    const calls = [{ to: payer.usdc, data: transferCall(freshAddress() as Hex, 1_000n) }];
    const prepared = await payer.prepare(calls);
    const { id } = await payer.execute(await payer.sign(prepared, calls));
    const call = await ended(payer, id);

    const eventsOf = async ({ token }: { readonly token: string }) =>
      (await payer.api.call('GET /api/account/events', {}, asSession(token))) as unknown;

    expect(await eventsOf(own))
      .to.have.nested.property('items[0]')
      .that.deep.includes({
        event: 'sponsor.included',
        seq: 1,
        data: {
          sponsorId: id,
          chain: chainId,
          userOpHash: call.userOpHash,
          tx: call.txHash,
          feeToken: payer.usdc.toLowerCase(),
          fee: prepared.fee.amount,
          reason: null,
        },
      });
    expect(await eventsOf(other)).to.deep.include({ items: [] });
  });

  it('lists what it signed, newest first and by pages, and no other account does', async () => {
    const payer = await sponsoredPayer(harness);
    const recipient = Wallet.createRandom() as unknown as Wallet; // CAST: a wallet with a phrase beside its key.
    const [own, other] = await Promise.all([
      signIn(harness.url, new Wallet(payer.key)),
      signIn(harness.url, recipient),
    ]);
    await payer.fund();
    const calls = [{ to: payer.usdc, data: transferCall(recipient.address as Hex, 1_000n) }];
    const ids: string[] = [];
    for (const _ of [1, 2]) {
      const { id } = await payer.execute(await payer.sign(await payer.prepare(calls), calls));
      await ended(payer, id);
      ids.unshift(id);
    }
    // Any caller can prepare that; it was not signed.
    await payer.prepare(calls);
    const listOf = ({ token }: { readonly token: string }, query: Record<string, string> = {}) =>
      payer.api.call('GET /api/account/sponsored', { query }, asSession(token));
    const idsOf = ({ items }: { readonly items: readonly { readonly id: string }[] }) =>
      items.map(({ id }) => id);

    const whole = await listOf(own);
    const first = await listOf(own, { limit: '1' });
    const second = await listOf(own, { limit: '1', next: first.next ?? '' });

    expect([idsOf(whole), whole.next]).to.deep.equal([ids, null]);
    expect([idsOf(first), idsOf(second), second.next]).to.deep.equal([[ids[0]], [ids[1]], null]);
    expect(whole.items[0]).to.deep.equal(
      await payer.api.call('GET /api/sponsor/{id}', { params: { id: ids[0] ?? '' } }),
    );
    expect(await listOf(other)).to.deep.equal({ items: [], next: null });
    const unsigned = await fetch(`${harness.url}/api/account/sponsored`);
    expect(unsigned.status).to.equal(401);
  });
});
