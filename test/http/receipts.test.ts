import { samplePass, sampleRoute } from '@interline/http/testing';
import { RelayError } from '@interline/kernel';
import { expect } from 'chai';
import { type Reply, type Service, startService } from './start-service.ts';

const to = Buffer.alloc(32, 9).toString('base64');
const routeId = sampleRoute().id;

describe('the delivery of a receipt', () => {
  let service: Service;
  beforeEach(async () => {
    service = await startService();
  });
  afterEach(() => service.close());

  let passes = 0;
  const deliver = (body: object, pass = samplePass((passes += 1))): Promise<Reply> =>
    service.post('/api/receipt/deliver', { pass, ...body });

  it('costs a pass and says where the row lies', async () => {
    const pass = samplePass((passes += 1));
    const granted = await deliver({ routeId, to }, pass);

    expect([granted.status, granted.body]).to.deep.equal([
      200,
      { id: 'msg_00000000000000000000000000000000', bucket: 1_234 },
    ]);
    expect(
      seen(await deliver({ routeId, to: Buffer.alloc(32, 8).toString('base64') }, pass)),
    ).to.deep.equal([409, 'PASS_SPENT']);
    expect(seen(await service.post('/api/receipt/deliver', { routeId, to }))).to.deep.equal([
      401,
      'PASS_REQUIRED',
    ]);
  });

  it('leaves the pass as it is if there is nothing to deliver', async () => {
    const pass = samplePass((passes += 1));
    for (const body of [
      { routeId, to: 'no base64' },
      { routeId, to: '' },
      { routeId, to, extra: 1 },
      { routeId: '', to },
    ])
      expect(seen(await deliver(body, pass))).to.deep.equal([400, 'BAD_REQUEST']);
    expect(seen(await deliver({ routeId: 'rt_1', to }, pass))).to.deep.equal([
      404,
      'UNKNOWN_ROUTE',
    ]);
    expect(seen(await deliver({ routeId, to }, pass))).to.deep.equal([200, undefined]);
  });

  it('is verified with the keys of the well-known place', async () => {
    expect((await service.get('/.well-known/jwks.json')).body).to.deep.equal({
      keys: [
        {
          kty: 'OKP',
          crv: 'Ed25519',
          x: 'sXch_O2-Sf9ZbSBrYwRzlw',
          kid: '0aWsmgFfrC73s0FnNjVRKhUR9B_jfREbJn8DnuxdT1g',
          alg: 'EdDSA',
          use: 'sig',
        },
      ],
    });
  });

  it('is not there if the deployment has no messages', async () => {
    await service.close();
    service = await startService({
      useCases: {
        evidence: {
          assertDelivers() {
            throw new RelayError('MESSAGING_DISABLED');
          },
        },
      },
    });

    expect(seen(await deliver({ routeId, to }))).to.deep.equal([404, 'MESSAGING_DISABLED']);
    expect((await service.get('/.well-known/jwks.json')).status).to.equal(200);
  });
});

describe('the receipt of a route', () => {
  let service: Service;
  beforeEach(async () => {
    service = await startService();
  });
  afterEach(() => service.close());

  it('is read by any caller with the id of its route', async () => {
    const read = await service.get(`/api/verify/receipt?id=${routeId}`);

    expect([read.status, read.body]).to.deep.equal([
      200,
      {
        jws: 'e30.e30.c2ln',
        salt: Buffer.alloc(32, 7).toString('base64'),
        index: null,
        proof: null,
        pendingUntil: 1_800_000_600_000,
      },
    ]);
    expect(seen(await service.get('/api/verify/receipt?id=rt_1'))).to.deep.equal([
      404,
      'UNKNOWN_ROUTE',
    ]);
  });

  it('is judged for any caller that presents it, with what its chains show', async () => {
    const good = await service.post('/api/verify', { jws: 'e30.e30.c2ln' });
    const bad = await service.post('/api/verify', { jws: 'e30.e30.xxxx' });

    expect([good.body, bad.body]).to.deep.equal([
      {
        valid: true,
        checks: [{ name: 'signature', ok: true, detail: 'good' }],
        chain: [{ chainId: 8453, tx: '0x1', seen: true, amountSeen: '1000001' }],
      },
      { valid: false, checks: [{ name: 'signature', ok: false, detail: 'not ours' }], chain: [] },
    ]);
    expect(seen(await service.post('/api/verify', { jws: '' }))).to.deep.equal([
      400,
      'BAD_REQUEST',
    ]);
  });

  it('is not there if the deployment signs none', async () => {
    await service.close();
    service = await startService({
      useCases: {
        evidence: {
          assertEnabled() {
            throw new RelayError('EVIDENCE_DISABLED');
          },
        },
      },
    });

    for (const path of [`/api/verify/receipt?id=${routeId}`, '/.well-known/jwks.json'])
      expect(seen(await service.get(path))).to.deep.equal([404, 'EVIDENCE_DISABLED']);
    expect(seen(await service.post('/api/verify', { jws: 'e30.e30.e30' }))).to.deep.equal([
      404,
      'EVIDENCE_DISABLED',
    ]);
  });
});

describe('the log of receipts', () => {
  let service: Service;
  beforeEach(async () => {
    service = await startService();
  });
  afterEach(() => service.close());

  const read = async (path: string) => {
    const answer = await fetch(`${service.url}/api/transparency${path}`);
    return {
      status: answer.status,
      type: answer.headers.get('content-type')?.split(';')[0],
      bytes: Buffer.from(await answer.arrayBuffer()),
    };
  };

  it('is read as c2sp.org/tlog-tiles has it', async () => {
    const [checkpoint, hashes, entries, others] = await Promise.all(
      ['/checkpoint', '/tile/0/000.p/3', '/tile/entries/000.p/2', '/tile/0/000'].map(read),
    );

    expect([checkpoint?.type, checkpoint?.bytes.toString().split('\n')[1]]).to.deep.equal([
      'text/plain',
      '4',
    ]);
    expect([hashes?.type, hashes?.bytes.length]).to.deep.equal(['application/octet-stream', 96]);
    expect(entries?.bytes.length).to.equal(2 * 55);
    expect(entries?.bytes.subarray(0, 22).toString()).to.equal('\0\u{35}interline-receipt/v1');
    expect([others?.status, (await read('/tile/0/0')).status]).to.deep.equal([404, 404]);
  });

  it('proves consistency up to its checkpoint, and a leaf by its hash alone', async () => {
    expect(seen(await service.get('/api/transparency/consistency?from=4&to=8'))).to.deep.equal([
      503,
      'LOG_BEHIND',
    ]);
    expect(seen(await service.get('/api/transparency/consistency?from=4&to=2'))).to.deep.equal([
      400,
      'BAD_REQUEST',
    ]);
    expect(
      (await service.get(`/api/transparency/inclusion?leaf=${'00'.repeat(32)}`)).body,
    ).to.deep.include({ index: 2, size: 4 });
    expect(seen(await service.get(`/api/transparency/inclusion?leaf=${routeId}`))).to.deep.equal([
      400,
      'BAD_REQUEST',
    ]);
  });
});

function seen({ status, body }: Reply): readonly [number, unknown] {
  return [status, body['errorCode']];
}
