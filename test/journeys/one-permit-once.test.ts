import { Signature } from 'ethers';
import { expect } from 'chai';
import { textField, type JsonRecord } from '@interline/cli';
import { recordField } from '../support/record-field.ts';
import { endOfRoute } from '../support/end-of-route.ts';
import { executeFrom } from '../support/execute-from.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { freshPayer, sign } from '../support/payer.ts';
import { transferCount } from '../support/transfer-count.ts';
import { usdcBalance } from '../support/usdc-balance.ts';

const copies = 200;

describe('one permit', () => {
  let harness: Harness;
  before(async () => {
    harness = await startHarness({ chainIds: [8453, 42161] });
  });
  after(() => harness.stop());

  it(`sent ${copies} times at once, from many addresses and in every encoding, is one route, one pull and one payout`, async () => {
    const payer = await freshPayer(harness, 8453, 9_000_000n);
    const { body } = await sign(harness, payer, { from: 8453, to: 42161, units: 4_000_000n });
    const bodies = encodingsOf(body);

    const answers = await Promise.all(
      Array.from({ length: copies }, (_, index) =>
        executeFrom(harness, `127.0.0.${2 + (index % 250)}`, bodies[index % bodies.length] ?? body),
      ),
    );
    const receipts = answers.map((answer) => answer.body);
    const last = await endOfRoute(harness.client, textField(receipts[0] ?? {}, 'id'));

    expect([...new Set(answers.map((answer) => answer.status))]).to.deep.equal([200]);
    expect([...new Set(receipts.map((receipt) => receipt['id']))]).to.have.length(1);
    expect(last).to.include({ status: 'DONE', bridged: '3996800' });
    expect(await transferCount(harness.devnet, 8453, { from: payer.address })).to.equal(1);
    expect(await transferCount(harness.devnet, 42161, { to: payer.address })).to.equal(1);
    expect(await usdcBalance(harness.devnet, 8453, payer.address)).to.equal(5_000_000n);
    expect(await usdcBalance(harness.devnet, 42161, payer.address)).to.equal(3_996_800n);
  });

  it('gets its receipt again after the route is done', async () => {
    const payer = await freshPayer(harness, 8453, 1_000_000n);
    const { body } = await sign(harness, payer, { from: 8453, to: 42161, units: 1_000_000n });
    const first = await executeFrom(harness, '127.0.0.1', body);
    const done = await endOfRoute(harness.client, textField(first.body, 'id'));

    const again = await executeFrom(harness, '127.0.0.1', body);

    expect(again.status).to.equal(200);
    expect(again.body).to.deep.equal(done);
  });

  it('does not pay for another transfer', async () => {
    const payer = await freshPayer(harness, 8453, 1_000_000n);
    const { body } = await sign(harness, payer, { from: 8453, to: 42161, units: 1_000_000n });

    const redirected = await executeFrom(harness, '127.0.0.1', {
      ...body,
      toAddress: '0x1111111111111111111111111111111111111111',
    });
    const honest = await executeFrom(harness, '127.0.0.1', body);
    const afterwards = await executeFrom(harness, '127.0.0.1', {
      ...body,
      toAddress: '0x1111111111111111111111111111111111111111',
    });

    expect([redirected.status, redirected.body['errorCode']]).to.deep.equal([
      409,
      'INTENT_MISMATCH',
    ]);
    expect(honest.status).to.equal(200);
    expect([afterwards.status, afterwards.body['errorCode']]).to.deep.equal([
      409,
      'INTENT_MISMATCH',
    ]);
  });

  it('is not answered to a caller who only knows its nonce', async () => {
    const payer = await freshPayer(harness, 8453, 1_000_000n);
    const { body } = await sign(harness, payer, { from: 8453, to: 42161, units: 1_000_000n });
    await executeFrom(harness, '127.0.0.1', body);
    const permit = recordField(body, 'permit2');

    const guess = await executeFrom(harness, '127.0.0.1', {
      ...body,
      permit2: { ...permit, signature: `0x${'11'.repeat(64)}1b` },
    });

    expect([guess.status, guess.body['errorCode']]).to.deep.equal([422, 'PERMIT_INVALID']);
  });
});

/** The same permit as low-s, high-s and compact signature, and with upper-case hex. */
function encodingsOf(body: JsonRecord): readonly JsonRecord[] {
  const permit = recordField(body, 'permit2');
  const signature = Signature.from(textField(permit, 'signature'));
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
  const highS = `${signature.r}${(order - BigInt(signature.s)).toString(16).padStart(64, '0')}${signature.v === 27 ? '1c' : '1b'}`;
  return [
    signature.serialized,
    highS,
    signature.compactSerialized,
    `0x${signature.serialized.slice(2).toUpperCase()}`,
  ].map((encoded) => ({ ...body, permit2: { ...permit, signature: encoded } }));
}
