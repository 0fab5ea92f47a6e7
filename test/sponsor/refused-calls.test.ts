import { evmChain } from '@interline/kernel';
import { parts } from '@interline/server';
import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import type { Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { chainRpc } from '../support/chain-rpc.ts';
import { freshAddress } from '../support/fresh-wallet.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { refusalOf } from '../support/refusal-of.ts';
import { sentBy } from './sponsor-scene.ts';
import {
  approveCall,
  chainId,
  sponsoredPayer,
  type SponsoredPayer,
  transferCall,
  type WantedCall,
} from './sponsored-payer.ts';

const entryPoint = '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108';
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/** All of it before any gas: the relayer's count of transactions never moves. */
describe('what is not sent at our cost', () => {
  let harness: Harness;
  let payer: SponsoredPayer;
  let sentBefore: number;
  before(async () => {
    harness = await startHarness({ chainIds: [chainId] });
  });
  after(() => harness.stop());
  beforeEach(async () => {
    payer = await sponsoredPayer(harness);
    await payer.fund();
    sentBefore = await sentBy(harness, payer.relayer);
  });
  afterEach(async () => {
    expect(await sentBy(harness, payer.relayer)).to.equal(sentBefore);
  });

  const aTransfer = (units = 1_000n): readonly WantedCall[] => [
    { to: payer.usdc, data: transferCall(freshAddress() as Hex, units) },
  ];
  const stranger = () => privateKeyToAccount(`0x${randomBytes(32).toString('hex')}`);
  const codeOf = async (asked: Promise<unknown>) => {
    const { status, body } = await refusalOf(asked);
    return { status, code: body['errorCode'], why: body['error'] };
  };
  const signed = async () => {
    const calls = aTransfer();
    const prepared = await payer.prepare(calls);
    const body = await payer.sign(prepared, calls);
    if (body.authorization === undefined || prepared.authorization === undefined)
      throw new Error('nothing is to be authorized');
    return {
      prepared,
      calls,
      body,
      authorization: body.authorization,
      asked: prepared.authorization,
    };
  };

  it('is an authorization for every chain', async () => {
    const { body, asked } = await signed();
    const authorization = await payer.authorize({ ...asked, chainId: 0 });

    const refused = await codeOf(payer.execute({ ...body, authorization }));

    expect(refused).to.include({ status: 422, code: 'AUTHORIZATION_INVALID' });
    expect(refused.why).to.match(/for chain 0; the call is on 8453/);
  });

  it('is an authorization of another nonce', async () => {
    const { body, asked } = await signed();
    const authorization = await payer.authorize({ ...asked, nonce: asked.nonce + 1 });

    const refused = await codeOf(payer.execute({ ...body, authorization }));

    expect(refused.why).to.match(/has nonce 1; the account's next is 0/);
  });

  it('is an authorization whose nonce the account has used since', async () => {
    const { body } = await signed();
    await chainRpc(harness.devnet, chainId, 'anvil_setNonce', [payer.address, '0x1']);

    const refused = await codeOf(payer.execute(body));

    expect(refused.why).to.match(/has nonce 0; the account's next is 1/);
  });

  it('is an authorization with a high s, or signed by a stranger', async () => {
    const { body, authorization, asked } = await signed();
    const s: Hex = `0x${(order - BigInt(authorization.s)).toString(16).padStart(64, '0')}`;
    const high = { ...authorization, s, yParity: authorization.yParity === 0 ? 1 : 0 } as const;
    const strangers = await payer.authorize(asked, stranger());

    const refused = [
      await codeOf(payer.execute({ ...body, authorization: high })),
      await codeOf(payer.execute({ ...body, authorization: strangers })),
    ];

    expect(new Set(refused.map(({ why }) => why))).to.have.length(1);
    expect(refused[0]?.why).to.match(/the authorization is not signed by the account's own key/);
  });

  it('is an authorization of another delegate, or of none', async () => {
    const { body, asked } = await signed();
    const authorization = await payer.authorize({ ...asked, address: freshAddress() });
    const { authorization: _left, ...without } = body;

    const refused = [
      await codeOf(payer.execute({ ...body, authorization })),
      await codeOf(payer.execute(without)),
    ];

    expect(refused.map(({ code }) => code)).to.deep.equal([
      'DELEGATE_NOT_ALLOWED',
      'AUTHORIZATION_INVALID',
    ]);
  });

  it('is an operation that a stranger signed, that says something else, or has a high s', async () => {
    const { prepared, calls, body } = await signed();
    const other = await payer.signOperation(prepared, aTransfer());
    const { r, s, v } = {
      r: body.signature.slice(2, 66),
      s: BigInt(`0x${body.signature.slice(66, 130)}`),
      v: body.signature.endsWith('1b') ? '1c' : '1b',
    };
    const high: Hex = `0x${r}${(order - s).toString(16).padStart(64, '0')}${v}`;
    const strangers = await (await sponsoredPayer(harness)).signOperation(prepared, calls);

    const refused = [];
    for (const signature of [other, high, strangers])
      refused.push(await codeOf(payer.execute({ ...body, signature })));

    for (const one of refused)
      expect(one).to.include({ status: 422, code: 'AUTHORIZATION_INVALID' });
  });

  it('is a call of the relayer, of the float, of the EntryPoint or of the account itself', async () => {
    const { float } = harness.container.get(parts.evm).evmAccounts;

    for (const to of [payer.relayer, float, entryPoint, payer.address] as readonly Hex[]) {
      const refused = await codeOf(payer.prepare([...aTransfer(), { to }]));
      expect(refused).to.include({ status: 400, code: 'BAD_REQUEST' });
      expect(refused.why).to.match(
        /a sponsored call must not go to|an account must not call itself/,
      );
    }
  });

  it('is an approval without allowApprove; revoking one is sent', async () => {
    const spender = freshAddress() as Hex;
    const given = [{ to: payer.usdc, data: approveCall(spender, 1n) }];
    const taken = [{ to: payer.usdc, data: approveCall(spender, 0n) }];

    const refused = await codeOf(payer.prepare(given));

    expect(refused).to.include({ status: 400, code: 'BAD_REQUEST' });
    expect(refused.why).to.match(/send allowApprove: true/);
    expect((await payer.prepare(given, { allowApprove: true })).simulation.ok).to.equal(true);
    expect((await payer.prepare(taken)).simulation.ok).to.equal(true);
  });

  it('is a batch whose call would fail: eth_call of handleOps would not show it', async () => {
    const calls = [...aTransfer(), ...aTransfer(6_000_000n)];

    const refused = await refusalOf(payer.prepare(calls));

    expect(refused.status).to.equal(422);
    expect(refused.body).to.include({ errorCode: 'SIMULATION_FAILED' });
    expect(refused.body['error']).to.match(/calls\[1\] would revert: the balance is too low/);
  });

  it('is what a wallet cannot pay the fee of', async () => {
    const poor = await sponsoredPayer(harness);

    expect(await codeOf(poor.prepare([{ to: freshAddress() as Hex }]))).to.include({
      status: 422,
      code: 'FEE_TOO_LOW',
    });
  });

  it('is what fails by the time it is signed: the nonce stays free', async () => {
    const { body, calls } = await signed();
    await chainRpc(harness.devnet, chainId, 'anvil_impersonateAccount', [payer.address]);
    const slot = await emptied();

    const refused = await codeOf(payer.execute(body));
    await slot.restore();

    expect(refused).to.include({ status: 422, code: 'SIMULATION_FAILED' });
    expect((await payer.prepare(calls)).simulation.ok).to.equal(true);
  });

  it('is for an account with code of another kind', async () => {
    const other: Hex = `0xef0100${freshAddress().slice(2)}`;
    await chainRpc(harness.devnet, chainId, 'anvil_setCode', [payer.address, other]);

    expect(await codeOf(payer.prepare(aTransfer()))).to.include({
      status: 422,
      code: 'DELEGATE_NOT_ALLOWED',
    });
  });

  it('is what was prepared more than a minute ago', async () => {
    const { body } = await signed();
    const store = harness.container.get(parts.store);
    const kept = await store.reads.sponsor.sponsoredCall(body.id);
    if (kept === null) throw new Error('nothing was prepared');
    const id = `sp_${'0'.repeat(31)}1`;
    await store.run('prepare', (tx) =>
      tx.sponsor.insertSponsoredCall({ ...kept, id, expiresAtMs: Date.now() - 1 }),
    );

    expect(await codeOf(payer.execute({ ...body, id }))).to.include({
      status: 409,
      code: 'PREPARE_EXPIRED',
    });
  });

  it('is dropped from among others that go: bad signature, bad nonce, no fee', async () => {
    const chain = evmChain(chainId);
    const { sponsored } = harness.container.get(parts.evm);
    const store = harness.container.get(parts.store);
    const signal = new AbortController().signal;
    const one = async (spoil: { nonce?: bigint; signature?: Hex; fee?: bigint } = {}) => {
      const owner = await sponsoredPayer(harness);
      await owner.fund();
      const calls = [{ to: owner.usdc, data: transferCall(freshAddress() as Hex, 1n) }];
      const prepared = await owner.prepare(calls);
      const body = await owner.sign(prepared, calls);
      const call = await store.reads.sponsor.sponsoredCall(prepared.id);
      if (call === null || body.authorization === undefined) throw new Error('nothing is prepared');
      const fee = { ...call.fee, units: spoil.fee ?? call.fee.units } as typeof call.fee;
      const authorization = body.authorization as never;
      return {
        operation: { ...call, nonce: spoil.nonce ?? call.nonce },
        signature: spoil.signature ?? body.signature,
        authorization,
        fee,
      };
    };
    const strangers: Hex = `0x${'11'.repeat(64)}1b`;
    const all = [
      await one(),
      await one({ signature: strangers }),
      await one(),
      await one({ nonce: 7n }),
      await one({ fee: 9_999_999n }),
    ];

    const { prepared, dropped } = await sponsored.prepare(chain, all, signal);

    expect([...dropped].toSorted(([a], [b]) => a - b)).to.deep.equal([
      [1, 'invalid'],
      [3, 'nonce'],
      [4, 'unpaid'],
    ]);
    expect(prepared?.tx['authorizations']).to.have.length(2);
  });

  /** Takes the payer's dollars away, and gives them back. */
  async function emptied() {
    const id = await chainRpc(harness.devnet, chainId, 'evm_snapshot');
    await chainRpc(harness.devnet, chainId, 'anvil_setBalance', [
      payer.address,
      '0xde0b6b3a7640000',
    ]);
    const data = transferCall(freshAddress() as Hex, 5_000_000n);
    await chainRpc(harness.devnet, chainId, 'anvil_setNonce', [payer.usdc, '0x1']);
    await chainRpc(harness.devnet, chainId, 'eth_sendTransaction', [
      { from: payer.address, to: payer.usdc, data, gas: '0x30000' },
    ]);
    await chainRpc(harness.devnet, chainId, 'anvil_setNonce', [payer.address, '0x0']);
    return { restore: () => chainRpc(harness.devnet, chainId, 'evm_revert', [id]) };
  }
});
