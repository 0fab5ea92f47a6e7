import { textField } from '@interline/cli';
import { createClient, ServiceError } from '@interline/client';
import { createMailbox, type Mailbox, readMessages } from '@interline/client/messages';
import { type Pass, passText, takeTrial } from '@interline/client/passes';
import { expect } from 'chai';
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import { webcrypto } from 'node:crypto';
import { endOfRoute } from '../support/end-of-route.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { resumeMining, stopMining } from '../support/mining.ts';
import { freshPayer, send } from '../support/payer.ts';

describe('the receipt of a route', () => {
  let harness: Harness;
  let purse: Pass[];
  let reader: Mailbox;
  beforeEach(async () => {
    harness = await startHarness();
    purse = [...(await takeTrial(client(), 10)).passes];
    reader = await createMailbox();
  });
  afterEach(() => harness.stop());

  const client = () => createClient({ baseUrl: harness.url, sendsRefusedOnce: true });
  const takePass = async (): Promise<Pass> => {
    const pass = purse.pop();
    if (pass === undefined) throw new Error('every pass is used');
    return pass;
  };
  const deliver = (routeId: string, pass: Pass) =>
    client().call('POST /api/receipt/deliver', {
      body: { pass: passText(pass), routeId, to: reader.address },
    });
  const codeOf = async (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => 'done',
      (error: unknown) => (error instanceof ServiceError ? error.errorCode : error),
    );
  const received = async (): Promise<readonly string[]> =>
    (await readMessages(client(), { mailbox: reader, takePass })).messages.map(({ text }) => text);

  it('is delivered signed to the reader that it is sealed to, and its key is published', async () => {
    const payer = await freshPayer(harness, 8453, 25_000_000n);
    const { receipt } = await send(harness, payer, { from: 8453, to: 42161, units: 25_000_000n });
    const end = await endOfRoute(harness.client, textField(receipt, 'id'));
    const { bucket } = await deliver(end.id, await takePass());
    await deliver(end.id, await takePass());
    const [jws = '', again] = await received();

    const { head, claims } = await verified(jws);
    const read = await client().call('GET /api/verify/receipt', { query: { id: end.id } });
    expect(bucket).to.be.within(0, 4_095);
    expect([read.jws, again]).to.deep.equal([jws, jws]);
    expect(head).to.include({ alg: 'EdDSA', typ: 'interline-receipt+jwt' });
    const { estimated: _estimated, min, ...to } = end.to;
    const { address, ...from } = end.from;
    expect(claims).to.deep.include({
      iss: 'interline',
      v: 2,
      id: end.id,
      status: 'DONE',
      stage: 'DELIVERED',
      // Addresses in one case: a reader who compares them need not know the checksum of each.
      from: { ...from, token: from.token.toLowerCase() },
      to: { ...to, token: to.token.toLowerCase(), recipient: to.recipient.toLowerCase() },
      payer: address?.toLowerCase(),
      srcTx: end.srcTx,
      destTx: end.destTx,
      refundTx: null,
      svcFee: end.svcFee,
      bridged: end.bridged,
      minOut: min,
    });
    expect(Object.keys(claims).sort()).to.deep.equal(
      [
        ...['bridged', 'destTx', 'endedAt', 'from', 'iat', 'id', 'iss', 'jti', 'minOut'],
        ...['orderDigest', 'payer', 'refundTx', 'srcTx', 'stage', 'status', 'svcFee', 'to', 'v'],
      ].sort(),
    );
  });

  it('that is not there yet costs no pass, and a pass has one delivery', async () => {
    const payer = await freshPayer(harness, 8453, 5_000_000n);
    await stopMining(harness.devnet, 42161);
    const { receipt } = await send(harness, payer, { from: 8453, to: 42161, units: 5_000_000n });
    const id = textField(receipt, 'id');
    const pass = await takePass();

    expect(await codeOf(deliver(id, pass))).to.equal('RECEIPT_NOT_READY');
    expect(await codeOf(deliver('rt_00000000000000000000000000000000', pass))).to.equal(
      'UNKNOWN_ROUTE',
    );
    await resumeMining(harness.devnet, 42161);
    await endOfRoute(harness.client, id);
    expect(await codeOf(deliver(id, pass))).to.equal('done');
    const other = client().call('POST /api/plus/redeem', { body: pass });
    expect(await codeOf(other)).to.equal('PASS_SPENT');
    expect((await received()).length).to.equal(1);
  });

  it('is checked against the chains for any caller that presents it', async () => {
    const payer = await freshPayer(harness, 8453, 5_000_000n);
    const { receipt } = await send(harness, payer, { from: 8453, to: 42161, units: 5_000_000n });
    const { id, srcTx, destTx, to } = await endOfRoute(harness.client, textField(receipt, 'id'));
    const { jws } = await client().call('GET /api/verify/receipt', { query: { id } });
    const verdict = await client().call('POST /api/verify', { body: { jws } });
    const other = await client().call('POST /api/verify', {
      body: { jws: `${jws.slice(0, -2)}AA` },
    });

    expect(verdict).to.deep.equal({
      valid: true,
      checks: verdict.checks,
      chain: [
        { chainId: 8453, tx: srcTx, seen: true, amountSeen: '5000000' },
        { chainId: 42161, tx: destTx, seen: true, amountSeen: to.delivered },
      ],
    });
    expect([other.valid, other.chain]).to.deep.equal([false, []]);
  });

  /** As a reader with the service's address and none of its code would: by jose, and by WebCrypto. */
  async function verified(jws: string) {
    const answer = await fetch(`${harness.url}/.well-known/jwks.json`);
    const keySet = (await answer.json()) as JSONWebKeySet; // CAST: as RFC 7517 has it.
    const { payload, protectedHeader } = await jwtVerify(jws, createLocalJWKSet(keySet), {
      typ: 'interline-receipt+jwt',
      algorithms: ['EdDSA'],
      issuer: 'interline',
    });
    const [head = '', claims = '', signature = ''] = jws.split('.');
    const jwk = keySet.keys.find(({ kid }) => kid === protectedHeader.kid);
    if (jwk === undefined) throw new Error('the key is not published');
    const { alg: _alg, use: _use, ...bare } = jwk;
    const key = await webcrypto.subtle.importKey('jwk', bare, 'Ed25519', false, ['verify']);
    const signed = Buffer.from(`${head}.${claims}`);
    const bytes = Buffer.from(signature, 'base64url');
    expect(await webcrypto.subtle.verify('Ed25519', key, bytes, signed)).to.equal(true);
    expect(JSON.parse(textIn(claims))).to.deep.equal(payload);
    return { head: protectedHeader, claims: payload };
  }
});

function textIn(part: string): string {
  return Buffer.from(part, 'base64url').toString();
}
