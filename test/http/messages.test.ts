import { RelayError } from '@interline/kernel';
import { samplePass } from '@interline/http/testing';
import { expect } from 'chai';
import { type Reply, type Service, startService } from './start-service.ts';

const root = '/api/messages/v2';
const row = Buffer.alloc(4_096, 1).toString('base64');
const id = 'msg_00000000000000000000000000000000';

describe('messages', () => {
  let service: Service;
  beforeEach(async () => {
    service = await startService();
  });
  afterEach(() => service.close());

  let passes = 0;
  const post = (path: string, body: object, pass = samplePass((passes += 1))): Promise<Reply> =>
    service.post(`${root}/${path}`, { pass, ...body });

  it('cost a pass each, in the body or in the header', async () => {
    const asked: readonly [string, object][] = [
      ['send', { bucket: 1, row }],
      ['mailbox', { bucket: 1, day: '2026-11-23' }],
      ['plus/cover', {}],
      ['plus/anchor', { id }],
    ];
    for (const [path, body] of asked) {
      const pass = samplePass((passes += 1));
      const other = { ...body, ...('bucket' in body ? { bucket: 2 } : {}) };
      expect(seen(await service.post(`${root}/${path}`, body)), path).to.deep.equal([
        401,
        'PASS_REQUIRED',
      ]);
      expect(seen(await post(path, body, pass)), path).to.deep.equal([200, undefined]);
      expect(seen(await post(path, { ...other }, pass)), path).to.deep.equal(
        'bucket' in body ? [409, 'PASS_SPENT'] : [200, undefined],
      );
      const inHeader = { 'x-svc-pass': samplePass((passes += 1)) };
      expect(seen(await service.post(`${root}/${path}`, body, inHeader)), path).to.deep.equal([
        200,
        undefined,
      ]);
    }
  });

  it('answer as they are stated', async () => {
    expect((await post('send', { bucket: 4_095, row })).body).to.deep.equal({
      id,
      bucket: 4_095,
      index: 0,
    });
    expect((await post('plus/cover', {})).body).to.deep.equal({ id, bucket: 4_095, index: 0 });
    expect((await post('mailbox', { bucket: 0, day: '2026-11-23', after: id })).body).to.deep.equal(
      { rows: [{ id, row }], next: null },
    );
    const anchored = { id, index: 0, proof: null, pendingUntil: 1_800_000_060_000 };
    expect((await post('plus/anchor', { id })).body).to.deep.equal(anchored);
    expect((await service.get(`${root}/plus/anchor?id=${id}`)).body).to.deep.equal(anchored);
    expect(
      seen(await service.get(`${root}/plus/anchor?id=${id.replace('00', '01')}`)),
    ).to.deep.equal([404, 'UNKNOWN_RECORD']);
  });

  it('have the same answer for the same request and pass, and the pass is spent once', async () => {
    const pass = samplePass((passes += 1));
    const first = await post('send', { bucket: 1, row }, pass);
    const again = await post('send', { bucket: 1, row }, pass);

    expect([again.status, again.body]).to.deep.equal([200, first.body]);
    expect(again.headers.get('idempotent-replayed')).to.equal('true');
  });

  it('are taken up to their limits and refused past them, with the pass unspent', async () => {
    const wrong: readonly [string, object][] = [
      ['send', { bucket: -1, row }],
      ['send', { bucket: 4_096, row }],
      ['send', { bucket: 1.5, row }],
      ['send', { bucket: '1', row }],
      ['send', { bucket: 1, row: Buffer.alloc(4_095).toString('base64') }],
      ['send', { bucket: 1, row: Buffer.alloc(4_097).toString('base64') }],
      ['send', { bucket: 1, row: row.replace(/=+$/, '') }],
      ['send', { bucket: 1, row: `${row.slice(0, -3)}B==` }],
      ['send', { bucket: 1, row: row.replace('A', '-') }],
      ['send', { bucket: 1, row, to: 'somebody' }],
      ['mailbox', { bucket: 4_096, day: '2026-11-23' }],
      ['mailbox', { bucket: 1, day: '2026-11-31' }],
      ['mailbox', { bucket: 1, day: 20_780 }],
      ['mailbox', { bucket: 1, day: '2026-11-23', after: 'msg_1' }],
      ['plus/cover', { bucket: 1 }],
      ['plus/anchor', { id: 'rt_00000000000000000000000000000000' }],
    ];
    const pass = samplePass((passes += 1));
    for (const [path, body] of wrong)
      expect(seen(await post(path, body, pass)), JSON.stringify(body).slice(0, 60)).to.deep.equal([
        400,
        'BAD_REQUEST',
      ]);
    expect(seen(await post('send', { row }, pass))).to.deep.equal([400, 'MISSING_FIELD']);

    for (const bucket of [0, 4_095])
      expect(seen(await post('send', { bucket, row }))).to.deep.equal([200, undefined]);
    expect(seen(await post('send', { bucket: 1, row }, pass))).to.deep.equal([200, undefined]);
  });

  it('of the first version answer where they went, whatever the method', async () => {
    for (const path of [
      '/api/messages',
      '/api/messages/',
      '/api/messages/send',
      '/api/messages/v1/mailbox',
      '/api/messages/v2/unknown',
      '/api/messages/v2/send/',
    ]) {
      for (const method of ['GET', 'POST', 'DELETE']) {
        const gone = await fetch(`${service.url}${path}`, { method });
        const body = (await gone.json()) as Record<string, string>; // CAST: every answer is an object.
        expect([gone.status, body['errorCode']], `${method} ${path}`).to.deep.equal([
          410,
          'MESSAGING_RETIRED',
        ]);
        expect(body['suggestedAction']).to.include('POST /api/messages/v2/send');
      }
    }
    expect(seen(await service.get('/api/messagesx'))).to.deep.equal([404, 'NOT_FOUND']);
    expect(seen(await service.get(`${root}/send`))).to.deep.equal([405, 'METHOD_NOT_ALLOWED']);
  });

  it('are not there if the deployment has none', async () => {
    await service.close();
    service = await startService({
      useCases: {
        messaging: {
          isEnabled: false,
          assertEnabled() {
            throw new RelayError('MESSAGING_DISABLED');
          },
        },
      },
    });

    expect(seen(await post('send', { bucket: 1, row }))).to.deep.equal([404, 'MESSAGING_DISABLED']);
    expect(seen(await service.get(`${root}/plus/anchor?id=${id}`))).to.deep.equal([
      404,
      'MESSAGING_DISABLED',
    ]);
    expect(seen(await service.get('/api/messages/v1/send'))).to.deep.equal([404, 'NOT_FOUND']);
  });
});

function seen({ status, body }: Reply): readonly [number, unknown] {
  return [status, body['errorCode']];
}
