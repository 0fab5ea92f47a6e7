import { textField } from '@interline/cli';
import { expect } from 'chai';
import { outcomeOf } from '../agents/outcome-of.ts';
import { endOfRoute } from '../support/end-of-route.ts';
import { freshAddress, freshWallet } from '../support/fresh-wallet.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import {
  type ForeignClaims,
  issue,
  nowSec,
  presentBound,
  presentChain,
  userKey,
} from './foreign-tokens.ts';
import {
  bodyOf,
  challengeOf,
  closedFor,
  mandatedBody,
  type MandateScene,
  mandateScene,
  openMandate,
  proofOf,
  register,
  signAllowance,
  usualConstraints,
} from './mandate-scene.ts';

describe('a second presentation', () => {
  let harness: Harness;
  before(async () => {
    harness = await startHarness();
  });
  after(() => harness.stop());

  it('of a closed mandate is refused: the same, one with fresh salts, and one bound to a new nonce in the other form', async () => {
    const scene = await mandateScene(harness);
    const token = await openMandate(scene);
    const { id } = await register(scene, token);
    const body = bodyOf(scene);
    const closed = closedFor(scene, body, { jti: 'one' });
    const execute = async (presentation: string) => {
      const { status, code } = await outcomeOf(
        scene.agent.call('POST /api/route/execute', {
          body: { ...body, mandate: { presentation } },
        }),
      );
      return `${status} ${code}`;
    };
    const first = await presentChain(token, scene.agentKey, closed, await challengeOf(scene, id));
    const salted = await presentChain(token, scene.agentKey, closed, await challengeOf(scene, id));
    const bound = await presentBound(token, scene.agentKey, closed, await challengeOf(scene, id));

    expect(first).to.not.equal(salted);
    expect(await execute(first)).to.equal('200 ');
    expect([await execute(first), await execute(salted), await execute(bound)]).to.deep.equal(
      Array(3).fill('409 MANDATE_USED'),
    );
  });

  it('of a nonce with another closed mandate is refused', async () => {
    const scene = await mandateScene(harness);
    const token = await openMandate(scene);
    const { id } = await register(scene, token);
    const body = bodyOf(scene);
    const binding = await challengeOf(scene, id);
    const execute = async (jti: string) => {
      const closed = closedFor(scene, body, { jti });
      const presentation = await presentChain(token, scene.agentKey, closed, binding);
      const { status, code } = await outcomeOf(
        scene.agent.call('POST /api/route/execute', {
          body: { ...body, mandate: { presentation } },
        }),
      );
      return `${status} ${code}`;
    };

    expect([await execute('one'), await execute('two')]).to.deep.equal([
      '200 ',
      '401 INVALID_CREDENTIAL',
    ]);
  });
});

describe('a mandate', () => {
  let harness: Harness;
  before(async () => {
    harness = await startHarness();
  });
  after(() => harness.stop());

  it('that is revoked pays nothing from then on, and stays so however it is registered', async () => {
    const scene = await mandateScene(harness);
    const token = await openMandate(scene);
    const { id } = await register(scene, token);
    const body = await mandatedBody(scene, { id, token });

    const revoked = await scene.owner.call('DELETE /api/mandates/{id}', { params: { id } });
    const executed = await outcomeOf(scene.agent.call('POST /api/route/execute', { body }));
    const asked = await outcomeOf(
      scene.agent.call('POST /api/mandates/challenge', { body: { id } }),
    );
    const again = await register(scene, token);

    expect(revoked.state).to.equal('revoked');
    expect([executed, asked].map(({ status, code }) => [status, code])).to.deep.equal([
      [403, 'MANDATE_REVOKED'],
      [403, 'MANDATE_REVOKED'],
    ]);
    expect([again.id, again.state]).to.deep.equal([id, 'revoked']);
  });

  it('is unknown to every other account', async () => {
    const [scene, other] = [await mandateScene(harness), await mandateScene(harness)];
    const { id } = await register(scene, await openMandate(scene));
    const asked = [
      other.owner.call('GET /api/mandates/{id}', { params: { id } }),
      other.owner.call('GET /api/mandates/{id}/receipts', { params: { id } }),
      other.owner.call('DELETE /api/mandates/{id}', { params: { id } }),
    ];

    for (const one of asked) {
      const { status, code } = await outcomeOf(one);
      expect([status, code]).to.deep.equal([404, 'UNKNOWN_MANDATE']);
    }
    expect((await other.owner.call('GET /api/mandates', {})).items).to.deep.equal([]);
    const { items } = await scene.owner.call('GET /api/mandates', {});
    expect(items.map((one) => one.id)).to.deep.equal([id]);
  });

  it('is refused if it says what is not understood, hides something, or is not of AP2', async () => {
    const scene = await mandateScene(harness);
    const [range, budget, recurrence, reference] = usualConstraints as [
      ForeignClaims,
      ForeignClaims,
      ForeignClaims,
      ForeignClaims,
    ];
    const all = [range, budget, recurrence, reference];
    const hidden = await openMandate(scene, {}, { frame: { constraints: { _sd: [1] } } });
    const refused: readonly [string, string | Promise<string>][] = [
      [
        '422 UNRESOLVED_CONSTRAINT',
        openMandate(scene, { constraints: [...all, { type: 'payment.weather' }] }),
      ],
      [
        '422 UNRESOLVED_CONSTRAINT',
        openMandate(scene, { constraints: [...all, { ...range, max: 5 }] }),
      ],
      [
        '422 UNRESOLVED_CONSTRAINT',
        openMandate(scene, { status: { status_list: { idx: 1, uri: 'x' } } }),
      ],
      ...[{ status: { status_list: { idx: 1, uri: 'x' } } }, { aud: 'https://other.example' }].map(
        (beside): [string, Promise<string>] => [
          '422 UNRESOLVED_CONSTRAINT',
          carriedMandate(scene, beside),
        ],
      ),
      // Its holder withholds the budget.
      ['422 UNRESOLVED_CONSTRAINT', `${hidden.split('~')[0] ?? ''}~`],
      ['422 INVALID_MANDATE', openMandate(scene, { constraints: [range, budget, recurrence] })],
      ['422 INVALID_MANDATE', openMandate(scene, { constraints: [range, recurrence, reference] })],
      ['422 INVALID_MANDATE', openMandate(scene, { vct: 'mandate.payment.1' })],
      ['422 INVALID_MANDATE', openMandate(scene, { cnf: { kid: 'x' } })],
      ['422 INVALID_MANDATE', openMandate(scene, { exp: undefined })],
      ['422 INVALID_MANDATE', openMandate(scene, { iat: nowSec() + 3_000 })],
      ['422 MANDATE_EXPIRED', openMandate(scene, { exp: nowSec() })],
      ['401 INVALID_CREDENTIAL', tampered(await openMandate(scene))],
      ['422 MANDATE_KEY_UNKNOWN', openMandate({ ...scene, user: scene.agentKey })],
    ];
    for (const [expected, token] of refused) {
      const { status, code } = await outcomeOf(register(scene, await token));
      expect(`${status} ${code}`).to.equal(expected);
    }
    expect((await scene.owner.call('GET /api/mandates', {})).items).to.deep.equal([]);
    expect((await register(scene, hidden)).budget.max).to.equal('10000');
    const carried = await carriedMandate(scene, { iss: 'https://wallet.example', jti: 'one' });
    expect((await register(scene, carried)).budget.max).to.equal('10000');
  });

  it('is registered only for the wallet that its key names: a copy of it cannot shut its user out', async () => {
    const scene = await mandateScene(harness);
    const token = await openMandate(scene);
    // Has the mandate, as its agent does, and signs in with the thumbprint of the user's key.
    const thief = await mandateScene(harness, 100_000_000n, freshWallet(), scene.user);
    const registered = async (by: MandateScene, proof: string) => {
      const { status, code } = await outcomeOf(
        by.owner.call('POST /api/mandates', {
          body: { mandate: token, proof, allowance: await signAllowance(by) },
        }),
      );
      return `${status} ${code}`;
    };
    const another = await openMandate(scene, { jti: 'another' });

    const refused = [
      await registered(thief, proofOf(scene, token)),
      await registered(thief, proofOf({ ...thief, user: userKey() }, token)),
      await registered(thief, token.slice(0, -1)),
      await registered(scene, proofOf(scene, another)),
      await registered(scene, proofOf(scene, token, { aud: 'https://other.example' })),
      await registered(scene, proofOf(scene, token, {}, 'kb+jwt')),
    ];

    expect(refused).to.deep.equal(Array(6).fill('422 KEY_PROOF_INVALID'));
    expect(await registered(scene, proofOf(scene, token))).to.equal('200 ');
  });

  it('is not taken without an allowance of the wallet for the relayer that ends with it', async () => {
    const scene = await mandateScene(harness);
    const token = await openMandate(scene);
    const allowance = await signAllowance(scene);
    const stranger = await mandateScene(harness);
    const shop = freshAddress();
    const refused: readonly [string, object][] = [
      [
        '422 PERMIT_INVALID',
        { ...allowance, signature: (await signAllowance(stranger)).signature },
      ],
      ['422 PERMIT_INVALID', await signAllowance(scene, { nonce: 1 })],
      ['422 PERMIT_SPENDER', { ...allowance, spender: freshAddress() }],
      ['422 INVALID_MANDATE', await signAllowance(scene, { expiration: nowSec() + 3_700 })],
      ['422 PERMIT_EXPIRED', await signAllowance(scene, { expiration: nowSec() - 1 })],
      ['400 BAD_AMOUNT', await signAllowance(scene, { amount: 2n ** 160n - 1n })],
      ['404 UNROUTABLE_LANE', { ...allowance, chainId: 999_999 }],
      ['404 UNROUTABLE_LANE', { ...allowance, details: { ...allowance.details, token: shop } }],
      [
        '400 BAD_REQUEST',
        { ...allowance, details: { ...allowance.details, nonce: `${2n ** 48n}` } },
      ],
    ];
    for (const [expected, given] of refused) {
      const { status, code } = await outcomeOf(
        scene.owner.call('POST /api/mandates', {
          body: {
            mandate: token,
            proof: proofOf(scene, token),
            allowance: given as typeof allowance,
          },
        }),
      );
      expect(`${status} ${code}`).to.equal(expected);
    }
  });

  it('is not taken with an allowance that was redeemed for another, whatever its signature is', async () => {
    const scene = await mandateScene(harness);
    const first = await openMandate(scene, { jti: 'first' });
    const { id } = await register(scene, first);
    const opening = await outcomeOf(
      scene.agent.call('POST /api/route/execute', {
        body: await mandatedBody(scene, { id, token: first }),
      }),
    );
    await endOfRoute(harness.client, textField(opening.answer, 'id'));
    const second = await openMandate(scene, { jti: 'second' });
    const registered = async (allowance: Awaited<ReturnType<typeof signAllowance>>) => {
      const { status, code } = await outcomeOf(
        scene.owner.call('POST /api/mandates', {
          body: { mandate: second, proof: proofOf(scene, second), allowance },
        }),
      );
      return `${status} ${code}`;
    };
    const redeemed = await signAllowance(scene, { amount: 90_000_000n });

    const codes = [
      await registered({ ...redeemed, signature: `0x${'11'.repeat(65)}` }),
      await registered(redeemed),
      await registered(await signAllowance(scene, { nonce: 1 })),
    ];

    expect(codes).to.deep.equal(['409 PERMIT_USED', '409 PERMIT_USED', '200 ']);
  });

  it('pays an address that many share only with the memo that it names', async () => {
    const scene = await mandateScene(harness);
    const exchange = 'GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN';
    const payeeOf = (memo: string): string => `stellar:pubnet:${exchange}${memo}`;
    const token = await openMandate(scene, {
      constraints: [
        ...usualConstraints,
        {
          type: 'payment.allowed_payees',
          allowed: ['', '?memo=id:42'].map((memo) => ({ id: payeeOf(memo), name: 'Exchange' })),
        },
      ],
    });
    const { id } = await register(scene, token);
    const judged = async (value: string | null, stated: string) => {
      const body = {
        ...bodyOf(scene, { toAddress: exchange }),
        toChain: 'stellar:pubnet',
        ...(value === null ? {} : { memo: { type: 'id' as const, value } }),
      };
      const payment = { ...closedFor(scene, body), payee: { id: payeeOf(stated), name: 'E' } };
      const binding = await challengeOf(scene, id);
      const presentation = await presentChain(token, scene.agentKey, payment, binding);
      const { failing } = await scene.agent.call('POST /api/mandates/evaluate', {
        body: { presentation, execute: body },
      });
      return failing
        .map(({ constraint }) => constraint)
        .filter((constraint) => constraint !== 'transaction_id');
    };

    expect(await judged(null, '')).to.deep.equal([]);
    expect(await judged('42', '?memo=id:42')).to.deep.equal([]);
    expect(await judged('666', '?memo=id:42')).to.deep.equal(['payee']);
    expect(await judged('666', '')).to.deep.equal(['payee']);
    expect(await judged('666', '?memo=id:666')).to.deep.equal(['payment.allowed_payees']);
  });
});

/** The open mandate as AP2's SDK issues it, in `delegate_payload`, and what the token says beside it. */
function carriedMandate(
  { user, agentKey }: Pick<MandateScene, 'user' | 'agentKey'>,
  beside: ForeignClaims,
): Promise<string> {
  const open = {
    vct: 'mandate.payment.open.1',
    constraints: usualConstraints,
    cnf: { jwk: agentKey.jwk },
  };
  return issue(
    user,
    { iat: nowSec(), exp: nowSec() + 3_600, ...beside, delegate_payload: [open] },
    { header: { typ: 'dc+sd-jwt', jwk: user.jwk } },
  );
}

function tampered(token: string): string {
  const [head = '', payload = '', signature = ''] = token.slice(0, -1).split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object; // CAST: as issued.
  const changed = Buffer.from(JSON.stringify({ ...claims, exp: 2_000_000_000 }));
  return `${head}.${changed.toString('base64url')}.${signature}~`;
}
