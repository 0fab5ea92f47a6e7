import { textField } from '@interline/cli';
import { expect } from 'chai';
import { arbitrum } from '../agents/agent-scene.ts';
import { outcomeOf } from '../agents/outcome-of.ts';
import { endOfRoute } from '../support/end-of-route.ts';
import { freshAddress } from '../support/fresh-wallet.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import {
  anyCheckout,
  mandatedBody,
  mandateScene,
  openMandate,
  proofOf,
  register,
  signAllowance,
  usualConstraints,
} from './mandate-scene.ts';

describe("a mandate's allowance", () => {
  let harness: Harness;
  before(async () => {
    harness = await startHarness();
  });
  after(() => harness.stop());

  it('takes nothing of what another of its wallet brought into their one allowance', async () => {
    const scene = await mandateScene(harness);
    const small = await openMandate(scene, { jti: 'small' });
    const large = await openMandate(scene, { jti: 'large' });
    const pay = async (mandate: { readonly id: string; readonly token: string }) => {
      const body = await mandatedBody(scene, mandate);
      const { status, code } = await outcomeOf(
        scene.agent.call('POST /api/route/execute', { body }),
      );
      return `${status} ${code}`;
    };
    const first = { token: small, id: (await register(scene, small, { amount: 1_500_000n })).id };
    const paid = [await pay(first)];
    const more = await signAllowance(scene, { amount: 90_000_000n, nonce: 1 });
    const { answer } = await outcomeOf(
      scene.owner.call('POST /api/mandates', {
        body: { mandate: large, proof: proofOf(scene, large), allowance: more },
      }),
    );
    const second = { token: large, id: textField(answer, 'id') };
    paid.push(await pay(second), await pay(second), await pay(first));

    expect(paid).to.deep.equal(['200 ', '200 ', '200 ', '422 MANDATE_BUDGET']);
  });

  it('is reported as what the chain has left if another mandate of its wallet has replaced it', async () => {
    const scene = await mandateScene(harness);
    const large = await openMandate(scene, { jti: 'large' });
    const small = await openMandate(scene, { jti: 'small' });
    const pay = async (mandate: { readonly id: string; readonly token: string }) => {
      const body = await mandatedBody(scene, mandate);
      const paid = await outcomeOf(scene.agent.call('POST /api/route/execute', { body }));
      if (paid.status === 200) await endOfRoute(harness.client, textField(paid.answer, 'id'));
      return [paid.status, paid.code, paid.details];
    };
    const first = { token: large, id: (await register(scene, large)).id };
    const opened = await pay(first);
    const allowance = { amount: 1_500_000n, nonce: 1 };
    const second = { token: small, id: (await register(scene, small, allowance)).id };
    const replaced = await pay(second);
    const [status, code, details] = await pay(first);

    expect([opened[0], replaced[0], status, code]).to.deep.equal([200, 200, 422, 'MANDATE_BUDGET']);
    expect(details).to.deep.include({ leftUnits: '500000' });
  });

  it('is evaluated by what its own payments left of the allowance', async () => {
    const scene = await mandateScene(harness);
    const token = await openMandate(scene);
    const { id } = await register(scene, token, { amount: 1_500_000n });
    const failingOf = async (units: bigint) => {
      const { mandate, ...execute } = await mandatedBody(scene, { id, token }, { units });
      const { presentation } = mandate ?? { presentation: '' };
      const { failing } = await scene.agent.call('POST /api/mandates/evaluate', {
        body: { presentation, execute },
      });
      return failing;
    };
    await scene.agent.call('POST /api/route/execute', {
      body: await mandatedBody(scene, { id, token }),
    });

    expect(await failingOf(500_000n)).to.deep.equal([]);
    expect(await failingOf(500_001n)).to.deep.include({
      constraint: 'allowance',
      reason: '1000000 of its 1500000 units are used',
    });
  });

  it('is never exceeded in total, and pays no shop that the mandate does not name', async () => {
    const scene = await mandateScene(harness);
    const shop = freshAddress();
    const token = await openMandate(scene, {
      constraints: [
        ...usualConstraints.filter(({ type }) => type !== 'payment.reference'),
        { type: 'payment.reference', conditional_transaction_id: anyCheckout },
        {
          type: 'payment.allowed_payees',
          allowed: [{ id: `eip155:${arbitrum}:${shop}`, name: 'Shop' }],
        },
      ],
    });
    const { id } = await register(scene, token, { amount: 1_500_000n });
    const pay = async (toAddress: string, units = 1_000_000n) => {
      const body = await mandatedBody(scene, { id, token }, { toAddress, units });
      const { status, code } = await outcomeOf(
        scene.agent.call('POST /api/route/execute', { body }),
      );
      return `${status} ${code}`;
    };

    expect(await pay(freshAddress())).to.equal('422 INVALID_MANDATE');
    expect(await pay(shop, 1_600_000n)).to.equal('422 INVALID_MANDATE');
    expect(await pay(shop)).to.equal('200 ');
    expect(await pay(shop)).to.equal('422 MANDATE_BUDGET');
  });
});
