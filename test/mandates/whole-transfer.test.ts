import { textField } from '@interline/cli';
import { parts } from '@interline/server';
import { expect } from 'chai';
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import { createHash } from 'node:crypto';
import { arbitrum, base } from '../agents/agent-scene.ts';
import { outcomeOf } from '../agents/outcome-of.ts';
import { chainRpc } from '../support/chain-rpc.ts';
import { endOfRoute } from '../support/end-of-route.ts';
import { freshAddress } from '../support/fresh-wallet.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { invalidateFirstNonce, lockDown } from '../support/payer-transaction.ts';
import { usdcBalance } from '../support/usdc-balance.ts';
import { presentChain } from './foreign-tokens.ts';
import {
  bodyOf,
  challengeOf,
  closedFor,
  mandatedBody,
  type MandateScene,
  mandateScene,
  openMandate,
  register,
} from './mandate-scene.ts';

describe('a transfer under a mandate', () => {
  let harness: Harness;
  before(async () => {
    harness = await startHarness();
  });
  after(() => harness.stop());

  const execute = ({ agent }: MandateScene, body: Awaited<ReturnType<typeof mandatedBody>>) =>
    outcomeOf(agent.call('POST /api/route/execute', { body }));

  for (const form of ['chain', 'bound'] as const)
    it(`goes from the mandate that @sd-jwt/core issued to its receipts, presented as ${form === 'chain' ? "AP2's chain" : 'RFC 9901 has it'}`, async () => {
      const scene = await mandateScene(harness);
      const token = await openMandate(scene);
      const { id } = await register(scene, token);
      const toAddress = freshAddress();
      const body = await mandatedBody(scene, { id, token }, { toAddress }, form);

      const { answer, status } = await execute(scene, body);
      const end = await endOfRoute(harness.client, textField(answer, 'id'));

      expect([status, end['status']]).to.deep.equal([200, 'DONE']);
      expect(await usdcBalance(harness.devnet, base, scene.wallet.address)).to.equal(999_000_000n);
      expect(await usdcBalance(harness.devnet, arbitrum, toAddress)).to.equal(
        BigInt(textField(end, 'bridged')),
      );
      const mandate = await scene.owner.call('GET /api/mandates/{id}', { params: { id } });
      expect(mandate.budget).to.deep.equal({
        ...{ currency: 'USD', max: '10000', reserved: '0', spent: '100', left: '9900' },
      });
      expect([mandate.uses, mandate.state]).to.deep.equal([
        { max: null, used: 1, left: null },
        'active',
      ]);
      const receipts = await verdicts(harness, scene, id);
      const reference = referenceOf(body.mandate?.presentation ?? '', form);
      const shared = { payment_id: end['id'], psp_confirmation_id: end['id'], reference };
      expect(receipts[1]?.jws).to.equal(answer['mandateReceipt']);
      expect(receipts.map(({ claims }) => claims)).to.containSubset([
        {
          ...shared,
          ...{ result: 'success', status: 'Success', network_confirmation_id: end['destTx'] },
        },
        { ...shared, ...{ result: 'success', status: 'Success' } },
      ]);
    });

  it('agrees to what the first offer promises, however low its minOut is', async () => {
    const scene = await mandateScene(harness);
    const token = await openMandate(scene);
    const { id } = await register(scene, token);
    const body = { ...bodyOf(scene), minOut: '1' };
    const binding = await challengeOf(scene, id);
    const presentation = await presentChain(token, scene.agentKey, closedFor(scene, body), binding);

    const { answer } = await execute(scene, { ...body, mandate: { presentation } });

    const { transfers } = harness.container.get(parts.store).reads;
    const route = await transfers.route(textField(answer, 'id'));
    expect(Number(route?.order.minOutput)).to.be.above(990_000);
  });

  it('opens the allowance with its first payment, pulls the next ones out of it, and ends if the owner locks it down', async () => {
    const { devnet } = harness;
    const scene = await mandateScene(harness);
    const token = await openMandate(scene);
    const { id } = await register(scene, token);
    const transfers = async () =>
      Number(await chainRpc(devnet, base, 'eth_getTransactionCount', [scene.spender, 'latest']));
    const pay = async () => {
      const before = await transfers();
      const { answer } = await execute(scene, await mandatedBody(scene, { id, token }));
      const end = await endOfRoute(harness.client, textField(answer, 'id'));
      return [end['status'], (await transfers()) - before];
    };

    expect([await pay(), await pay()]).to.deep.equal([
      ['DONE', 2],
      ['DONE', 1],
    ]);
    await lockDown(
      devnet,
      base,
      { wallet: scene.wallet, address: scene.wallet.address },
      {
        token: scene.usdc,
        spender: scene.spender,
      },
    );
    const locked = await execute(scene, await mandatedBody(scene, { id, token }));

    expect([locked.status, locked.code]).to.deep.equal([422, 'MANDATE_BUDGET']);
    expect(locked.details).to.deep.include({ leftUnits: '0' });
    const { budget } = await scene.owner.call('GET /api/mandates/{id}', { params: { id } });
    expect([budget.reserved, budget.spent]).to.deep.equal(['0', '200']);
  });

  it('goes on after a lockdown before its first payment, which invalidateNonces ends', async () => {
    const { devnet } = harness;
    const [locked, invalidated] = [await mandateScene(harness), await mandateScene(harness)];
    const payAfter = async (scene: MandateScene, act: typeof lockDown) => {
      const token = await openMandate(scene);
      const { id } = await register(scene, token);
      const { wallet, usdc, spender } = scene;
      const payer = { wallet, address: wallet.address };
      await act(devnet, base, payer, { token: usdc, spender });
      const { code, answer } = await execute(scene, await mandatedBody(scene, { id, token }));
      return code === ''
        ? (await endOfRoute(harness.client, textField(answer, 'id')))['status']
        : code;
    };

    expect(await payAfter(locked, lockDown)).to.equal('DONE');
    // The chain has no allowance that was opened, and no longer accepts the signed one.
    expect(await payAfter(invalidated, invalidateFirstNonce)).to.equal('MANDATE_REVOKED');
  });
});

/** The verdicts of a mandate, the newest first, as a foreign verifier reads them. */
async function verdicts({ url }: Harness, { owner }: MandateScene, id: string) {
  const { items } = await owner.call('GET /api/mandates/{id}/receipts', { params: { id } });
  const keys = (await (await fetch(`${url}/.well-known/jwks.json`)).json()) as JSONWebKeySet; // CAST: as documented.
  return Promise.all(
    items.map(async ({ jws }) => {
      const { payload } = await jwtVerify(jws ?? '', createLocalJWKSet(keys), {
        typ: 'interline-mandate-receipt+jwt',
      });
      return { jws, claims: payload };
    }),
  );
}

/** What a receipt names: the last token as it was presented. */
function referenceOf(presentation: string, form: 'chain' | 'bound'): string {
  const last = presentation.split(form === 'chain' ? '~~' : '~').at(-1) ?? '';
  return createHash('sha256').update(last).digest('base64url');
}
