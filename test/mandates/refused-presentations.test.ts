import { createAgentKey, proveAgentKey, type RouteExecuteBody } from '@interline/client';
import { expect } from 'chai';
import { agentScene, arbitrum, signedBody } from '../agents/agent-scene.ts';
import { outcomeOf } from '../agents/outcome-of.ts';
import { freshAddress } from '../support/fresh-wallet.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import {
  agentKey,
  type Binding,
  type ForeignClaims,
  issue,
  nowSec,
  presentBound,
  presentChain,
  tokenOf,
} from './foreign-tokens.ts';
import {
  bodyOf,
  challengeOf,
  closedFor,
  type MandateScene,
  mandateScene,
  openMandate,
  register,
} from './mandate-scene.ts';

describe('what is presented under a mandate', () => {
  let harness: Harness;
  let scene: MandateScene;
  let token: string;
  let id: string;
  before(async () => {
    harness = await startHarness();
    scene = await mandateScene(harness);
    token = await openMandate(scene);
    ({ id } = await register(scene, token));
  });
  after(() => harness.stop());

  let nextJti = 0;
  const closed = (body: RouteExecuteBody, change: ForeignClaims = {}): ForeignClaims => ({
    ...closedFor(scene, body, { jti: `refused ${(nextJti += 1)}` }),
    ...change,
  });
  const execute = (presentation: string, body = bodyOf(scene)) =>
    outcomeOf(
      scene.agent.call('POST /api/route/execute', { body: { ...body, mandate: { presentation } } }),
    );
  const codeOf = async (presentation: string, body?: RouteExecuteBody) => {
    const { status, code } = await execute(presentation, body);
    return `${status} ${code}`;
  };
  const chain = async (change: ForeignClaims = {}, more: ForeignClaims = {}, binding?: Binding) =>
    presentChain(
      token,
      scene.agentKey,
      closed(bodyOf(scene), change),
      binding ?? (await challengeOf(scene, id)),
      more,
    );
  const usedNothing = async () => {
    const { uses, budget } = await scene.owner.call('GET /api/mandates/{id}', { params: { id } });
    expect([uses.used, budget.reserved, budget.spent]).to.deep.equal([0, '0', '0']);
  };
  afterEach(usedNothing);

  it('without anything that binds it is refused', async () => {
    expect(await codeOf(token)).to.equal('401 INVALID_CREDENTIAL');
  });

  it('bound to another audience is refused', async () => {
    const { nonce } = await challengeOf(scene, id);
    for (const aud of ['https://elsewhere.example', `${scene.origin}/`, ''])
      expect(await codeOf(await chain({}, {}, { aud, nonce }))).to.equal('401 INVALID_CREDENTIAL');
  });

  it('bound to a nonce that is not ours, or of another mandate, is refused', async () => {
    const { aud } = await challengeOf(scene, id);
    const other = await register(scene, await openMandate(scene, { exp: nowSec() + 3_599 }));
    const { nonce } = await challengeOf(scene, other.id);

    expect(await codeOf(await chain({}, {}, { aud, nonce: 'made up' }))).to.equal(
      '401 INVALID_CREDENTIAL',
    );
    expect(await codeOf(await chain({}, {}, { aud, nonce }))).to.equal('401 INVALID_CREDENTIAL');
  });

  it('bound long ago, or in the future, is refused', async () => {
    const binding = await challengeOf(scene, id);
    for (const iat of [nowSec() - 400, nowSec() + 200])
      expect(await codeOf(await chain({}, {}, { ...binding, iat }))).to.equal(
        '401 INVALID_CREDENTIAL',
      );
  });

  it('bound by another key than that in its cnf is refused', async () => {
    const body = bodyOf(scene);
    const binding = await challengeOf(scene, id);
    const stranger = agentKey();

    for (const present of [presentChain, presentBound])
      expect(await codeOf(await present(token, stranger, closed(body), binding))).to.equal(
        '401 INVALID_CREDENTIAL',
      );
  });

  it('with its cnf swapped for that of another key is refused', async () => {
    const stranger = agentKey();
    const [head = '', payload = '', signature = ''] = token.slice(0, -1).split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object; // CAST: as issued.
    const swapped = Buffer.from(JSON.stringify({ ...claims, cnf: { jwk: stranger.jwk } })).toString(
      'base64url',
    );
    const forged = `${head}.${swapped}.${signature}~`;
    const binding = await challengeOf(scene, id);

    expect(
      await codeOf(await presentChain(forged, stranger, closed(bodyOf(scene)), binding)),
    ).to.equal('401 INVALID_CREDENTIAL');
  });

  it('by another agent of the same wallet is refused, and it is asked no challenge', async () => {
    const other = await agentScene(harness);
    const presentation = await chain();

    const { status, code } = await outcomeOf(
      other.agent.call('POST /api/route/execute', {
        body: { ...bodyOf(scene), mandate: { presentation } },
      }),
    );
    const asked = await outcomeOf(
      other.agent.call('POST /api/mandates/challenge', { body: { id } }),
    );

    expect([status, code]).to.deep.equal([401, 'INVALID_CREDENTIAL']);
    expect([asked.status, asked.code]).to.deep.equal([404, 'UNKNOWN_MANDATE']);
  });

  it('with the former key of its agent is refused, even if another owner has registered that key since', async () => {
    const former = await mandateScene(harness);
    const formerToken = await openMandate(former);
    const { id: formerId } = await register(former, formerToken);
    const body = bodyOf(former);
    const presentation = await presentChain(
      formerToken,
      former.agentKey,
      closedFor(former, body),
      await challengeOf(former, formerId),
    );
    const { items } = await former.owner.call('GET /api/agents', {});
    const { origin } = former;
    const other = await createAgentKey(true);
    await former.owner.call('POST /api/agents/{id}/rotate', {
      params: { id: items[0]?.id ?? '' },
      body: await proveAgentKey(other, { origin, owner: former.wallet.address }),
    });
    const stranger = await agentScene(harness);
    const owner = stranger.wallet.address;
    await stranger.owner.call('POST /api/agents/{id}/rotate', {
      params: { id: stranger.id },
      body: await proveAgentKey(former.agentPair, { origin, owner }),
    });

    const asked = await outcomeOf(
      former.agent.call('POST /api/mandates/challenge', { body: { id: formerId } }),
    );
    const judged = await outcomeOf(
      former.agent.call('POST /api/mandates/evaluate', { body: { presentation, execute: body } }),
    );

    expect([asked, judged].map(({ status, code }) => [status, code])).to.deep.equal([
      [404, 'UNKNOWN_MANDATE'],
      [401, 'INVALID_CREDENTIAL'],
    ]);
  });

  it('in a request that no agent has signed is refused', async () => {
    const presentation = await chain();
    const answer = await fetch(`${harness.url}/api/route/execute`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...bodyOf(scene), mandate: { presentation } }),
    });

    expect(answer.status).to.equal(401);
    expect(await answer.json()).to.include({ errorCode: 'AGENT_SIGNATURE_INVALID' });
  });

  it('with alg none, in either token, is refused', async () => {
    const { aud, nonce } = await challengeOf(scene, id);
    const binding = { iat: nowSec(), aud, nonce };
    const unsigned = tokenOf(
      { alg: 'none', typ: 'kb+sd-jwt' },
      { ...binding, delegate_payload: [closed(bodyOf(scene))] },
      () => '',
    );
    const [, payload = ''] = token.slice(0, -1).split('.');
    const none = Buffer.from('{"alg":"none"}').toString('base64url');

    expect(await codeOf(`${token}~${unsigned}~`)).to.equal('401 INVALID_CREDENTIAL');
    expect(await codeOf(`${none}.${payload}.~~${unsigned}~`)).to.equal('401 INVALID_CREDENTIAL');
  });

  it('with another sd_hash, as of the token without its last "~", is refused', async () => {
    const binding = await challengeOf(scene, id);
    const other = await presentChain(`${token}x`, scene.agentKey, closed(bodyOf(scene)), binding);

    expect(await codeOf(other.replace(`${token}x~`, `${token}~`))).to.equal(
      '401 INVALID_CREDENTIAL',
    );
  });

  it('of a typ that binds nothing is refused: no token of another use is taken', async () => {
    const { aud, nonce } = await challengeOf(scene, id);
    const claims = { iat: nowSec(), aud, nonce, delegate_payload: [closed(bodyOf(scene))] };
    const next = await issue(scene.agentKey, claims, { header: { typ: 'dc+sd-jwt' } });

    expect(await codeOf(`${token}~${next}`)).to.equal('401 INVALID_CREDENTIAL');
  });

  it('that is delegated further is refused as unresolved', async () => {
    expect(await codeOf(await chain({ cnf: { jwk: agentKey().jwk } }))).to.equal(
      '422 UNRESOLVED_CONSTRAINT',
    );
    expect(await codeOf(await chain({}, { cnf: { jwk: agentKey().jwk } }))).to.equal(
      '422 UNRESOLVED_CONSTRAINT',
    );
    expect(await codeOf(`${await chain()}~${await issue(agentKey(), {})}`)).to.equal(
      '422 UNRESOLVED_CONSTRAINT',
    );
  });

  it('for another body, recipient, token or amount than is sent is refused', async () => {
    const body = bodyOf(scene);
    const refused: readonly [ForeignClaims, RouteExecuteBody?][] = [
      [{}, { ...body, amount: '1000001' }],
      [{}, { ...body, minOut: '1' }],
      [{ payee: { id: `eip155:${arbitrum}:${freshAddress()}`, name: 'n' } }],
      [{ payment_instrument: { id: 'eip155:1/erc20:0x1', type: 'interline.permit2-allowance.1' } }],
      [{ payment_amount: { amount: 99, currency: 'USD' } }],
      [{ payment_amount: { amount: 100, currency: 'EUR' } }],
      [{ payment_amount: { amount: 100.5, currency: 'USD' } }],
      [{ vct: 'mandate.checkout.1' }],
      [{ note: 'not understood' }],
      [{ exp: nowSec() - 1 }],
    ];
    for (const [change, sent] of refused)
      expect(await codeOf(await chain(change), sent), JSON.stringify(change)).to.equal(
        '422 INVALID_MANDATE',
      );
  });

  it('that adds to its closed mandate what is not understood, or that it has expired, is refused', async () => {
    for (const more of [{ status: { status_list: { idx: 1, uri: 'x' } } }, { exp: nowSec() - 1 }])
      expect(await codeOf(await chain({}, more)), JSON.stringify(more)).to.equal(
        '422 INVALID_MANDATE',
      );
  });

  it('above the amount of one payment is refused, by a cent', async () => {
    const body = bodyOf(scene, { units: 10_010_000n });
    const binding = await challengeOf(scene, id);
    const presentation = await presentChain(token, scene.agentKey, closed(body), binding);

    const { status, code, details } = await execute(presentation, body);

    expect([status, code]).to.deep.equal([422, 'INVALID_MANDATE']);
    expect(details).to.deep.include({ failing: ['payment.amount_range: at most 10.00 USD'] });
  });

  it("that accepts more slippage than the agent's policy allows is refused, and is evaluated so", async () => {
    const sent = async (change: Partial<RouteExecuteBody>) => {
      const body = { ...bodyOf(scene), ...change };
      const binding = await challengeOf(scene, id);
      const presentation = await presentChain(token, scene.agentKey, closed(body), binding);
      const { presentation: again, ...rest } = { presentation, ...body };
      const evaluated = await scene.agent.call('POST /api/mandates/evaluate', {
        body: { presentation: again, execute: rest },
      });
      const refused = await execute(presentation, body);
      return [
        evaluated.failing.map(({ constraint }) => constraint),
        refused.code,
        refused.details,
      ] as const;
    };

    const [failing, code, details] = await sent({ slippage: 0.005001 });

    expect([failing, code]).to.deep.equal([['slippage'], 'INVALID_MANDATE']);
    expect(details).to.deep.include({
      failing: [
        "slippage: the body accepts 0.005001; at most 0.005 is allowed, unless maxSlippage of the agent's policy allows more",
      ],
    });
  });

  it('together with a permit is refused', async () => {
    const other = await agentScene(harness);
    const { permit2 } = await signedBody(harness, other);
    const body = { ...bodyOf(scene), mode: 'permit2' as const, permit2 };

    expect(await codeOf(await chain(), body as RouteExecuteBody)).to.equal('400 BAD_REQUEST');
  });

  it('is refused with a verdict that is signed and names what was presented', async () => {
    const { details } = await execute(token);

    const jws = (details as { mandateReceipt?: string }).mandateReceipt ?? '';
    const claims = JSON.parse(
      Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString(),
    ) as object; // CAST: claims.
    expect(claims).to.include({
      ...{ result: 'error', status: 'Error', error: 'invalid_credential' },
    });
  });

  it('is judged without being used, with all that fails', async () => {
    const body = bodyOf(scene, { units: 20_000_000n });
    const binding = await challengeOf(scene, id);
    const evaluate = async (change: ForeignClaims, execute: RouteExecuteBody) =>
      scene.agent.call('POST /api/mandates/evaluate', {
        body: {
          presentation: await presentChain(token, scene.agentKey, closed(body, change), binding),
          execute,
        },
      });

    const fits = bodyOf(scene);
    const good = await scene.agent.call('POST /api/mandates/evaluate', {
      body: {
        presentation: await presentChain(token, scene.agentKey, closed(fits), binding),
        execute: fits,
      },
    });
    const bad = await evaluate({}, { ...body, minOut: '1' });

    expect(good).to.deep.equal({
      ...{ ok: true, failing: [], left: { cents: '10000', uses: null }, worth: '100' },
    });
    expect(bad).to.include({ ok: false, worth: '2000' });
    expect(bad.failing.map(({ constraint }) => constraint)).to.deep.equal([
      'transaction_id',
      'payment.amount_range',
    ]);
  });
});
