import { textField } from '@interline/cli';
import { agentFetch, createAgentKey, createClient, proveAgentKey } from '@interline/client';
import { expect } from 'chai';
import { KeyObject } from 'node:crypto';
import { base, widePolicy } from '../agents/agent-scene.ts';
import { outcomeOf } from '../agents/outcome-of.ts';
import { chainRpc } from '../support/chain-rpc.ts';
import { endOfRoute } from '../support/end-of-route.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { resumeMining, stopMining } from '../support/mining.ts';
import { invalidateBefore, invalidateFirstNonce, lockDown } from '../support/payer-transaction.ts';
import { until } from '../support/until.ts';
import {
  mandatedBody,
  type MandateScene,
  mandateScene,
  openMandate,
  register,
} from './mandate-scene.ts';

interface Registered {
  readonly id: string;
  readonly token: string;
}

describe('a mandate whose allowance its owner took back on the chain', () => {
  let harness: Harness;
  before(async () => {
    harness = await startHarness();
  });
  after(() => harness.stop());

  const pay = async (scene: MandateScene, mandate: Registered) => {
    const paid = await outcomeOf(
      (async () =>
        scene.agent.call('POST /api/route/execute', {
          body: await mandatedBody(scene, mandate),
        }))(),
    );
    return paid.code === ''
      ? (await endOfRoute(harness.client, textField(paid.answer, 'id')))['status']
      : paid.code;
  };
  let jti = 0;
  const registered = async (
    scene: MandateScene,
    nonce = 0,
    amount?: bigint,
  ): Promise<Registered> => {
    const token = await openMandate(scene, { jti: `mandate ${(jti += 1)}` });
    const allowance = amount === undefined ? { nonce } : { nonce, amount };
    return { token, id: (await register(scene, token, allowance)).id };
  };
  const stateOf = async ({ owner }: MandateScene, { id }: Registered) =>
    (await owner.call('GET /api/mandates/{id}', { params: { id } })).state;
  const takeBack = (scene: MandateScene, act: typeof lockDown) => {
    const { wallet, usdc: token, spender } = scene;
    return act(harness.devnet, base, { wallet, address: wallet.address }, { token, spender });
  };

  const hasSentItself = async ({ wallet }: MandateScene): Promise<boolean> => {
    const content = await chainRpc(harness.devnet, base, 'txpool_content');
    const { pending } = content as { readonly pending: object }; // CAST: the node's own shape.
    return Object.keys(pending).some((from) => from.toLowerCase() === wallet.address.toLowerCase());
  };

  it('stays ended when the wallet registers another and that one opens its allowance', async () => {
    const scene = await mandateScene(harness);
    const other = await withAgent(harness, scene);
    const first = await registered(scene);
    const opened = await pay(scene, first);
    await takeBack(scene, lockDown);

    const second = await registered(other, 1);

    expect([opened, await stateOf(scene, first)]).to.deep.equal(['DONE', 'revoked']);
    expect([await pay(other, second), await pay(scene, first)]).to.deep.equal([
      'DONE',
      'MANDATE_REVOKED',
    ]);
    expect(await stateOf(other, second)).to.equal('active');
  });

  it('stays ended if it was never opened, and its nonce was invalidated', async () => {
    const scene = await mandateScene(harness);
    const other = await withAgent(harness, scene);
    const first = await registered(scene);
    await takeBack(scene, invalidateFirstNonce);

    const second = await registered(other, 1);

    expect([await pay(other, second), await pay(scene, first)]).to.deep.equal([
      'DONE',
      'MANDATE_REVOKED',
    ]);
  });

  it('stays ended if another was registered before, and makes its first payment after that', async () => {
    const scene = await mandateScene(harness);
    const other = await withAgent(harness, scene);
    const first = await registered(scene);
    await pay(scene, first);
    const second = await registered(other, 1);
    const before = await stateOf(scene, first);
    await takeBack(scene, lockDown);

    const paid = await pay(other, second);

    expect([before, paid]).to.deep.equal(['active', 'DONE']);
    expect(await pay(scene, first)).to.equal('MANDATE_REVOKED');
    expect(await pay(other, second)).to.equal('DONE');
  });

  it('pays nothing out of what another opened, if it was never opened itself', async () => {
    const scene = await mandateScene(harness);
    const other = await withAgent(harness, scene);
    const first = await registered(scene);
    await pay(scene, first);
    const second = await registered(other, 1);
    await takeBack(other, invalidateBefore(2));

    const paid = await pay(other, second);

    expect([paid, await stateOf(other, second)]).to.deep.equal(['MANDATE_REVOKED', 'revoked']);
    expect(await pay(scene, first)).to.equal('DONE');
  });

  it('stays ended where a payment that was under way has failed by that', async () => {
    const scene = await mandateScene(harness);
    const other = await withAgent(harness, scene);
    const first = await registered(scene, 0, 1_500_000n);
    await pay(scene, first);
    const second = await registered(other, 1);
    await stopMining(harness.devnet, base);
    const paid = await outcomeOf(
      other.agent.call('POST /api/route/execute', { body: await mandatedBody(other, second) }),
    );
    const taken = takeBack(other, invalidateBefore(2));
    await until('what the owner sent', () => hasSentItself(other));
    await resumeMining(harness.devnet, base);
    await taken;
    const failed = (await endOfRoute(harness.client, textField(paid.answer, 'id')))['status'];
    const third = await registered(scene, 2);

    expect([failed, await pay(scene, third), await pay(other, second)]).to.deep.equal([
      'FAILED',
      'DONE',
      'MANDATE_REVOKED',
    ]);
  });

  it('is not ended by one that was signed with the same nonce and opened first', async () => {
    const scene = await mandateScene(harness);
    const other = await withAgent(harness, scene);
    const [first, second] = [await registered(scene), await registered(other)];

    expect([await pay(scene, first), await pay(other, second)]).to.deep.equal(['DONE', 'DONE']);
  });
});

/** The same wallet with another agent of its own. */
async function withAgent({ url }: Harness, scene: MandateScene): Promise<MandateScene> {
  const { origin, wallet, owner } = scene;
  const agentPair = await createAgentKey(true);
  const proof = await proveAgentKey(agentPair, { origin, owner: wallet.address });
  const policy = { ...widePolicy, maxPerDay: '10000000' };
  await owner.call('POST /api/agents', { body: { name: 'Shops elsewhere', ...proof, policy } });
  const agent = createClient({ baseUrl: url, tries: 1, fetch: agentFetch(agentPair, { origin }) });
  const privateKey = KeyObject.from(agentPair.privateKey);
  return { ...scene, agentPair, agent, agentKey: { jwk: proof.jwk, alg: 'EdDSA', privateKey } };
}
