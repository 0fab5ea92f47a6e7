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

  it('leaves the pass as it is where there is nothing to deliver', async () => {
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

  it('is not there where the deployment has no messages', async () => {
    await service.close();
    service = await startService({
      useCases: {
        receipts: {
          assertEnabled() {
            throw new RelayError('MESSAGING_DISABLED');
          },
        },
      },
    });

    expect(seen(await deliver({ routeId, to }))).to.deep.equal([404, 'MESSAGING_DISABLED']);
    expect(seen(await service.get('/.well-known/jwks.json'))).to.deep.equal([
      404,
      'MESSAGING_DISABLED',
    ]);
  });
});

function seen({ status, body }: Reply): readonly [number, unknown] {
  return [status, body['errorCode']];
}
