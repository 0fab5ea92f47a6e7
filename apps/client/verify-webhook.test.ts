import { expect } from 'chai';
import {
  type Delivery,
  type VerifyOptions,
  verifyWebhook,
  WebhookError,
} from './verify-webhook.ts';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const sentSec = 1_763_600_000;
const body =
  '{"event":"route.done","routeId":"rt_1","status":"DONE","destTx":"0x02","srcTx":"0x01","ts":1763599999000}';

// Both made by OpenSSL: printf body | openssl dgst -sha256 -hmac.
const own = {
  'x-svc-signature': 'sha256=f28abb798ccf20c9a329298546fb365745c29adb93bcc4b981076ef3d2afe43b',
};
const standard = {
  'webhook-id': 'msg_1',
  'webhook-timestamp': String(sentSec),
  'webhook-signature': 'v1,HpE61iVa6y4B72YKb3SRDujFpft5FZ55zSQAo51bEWo=',
};

describe('a webhook', () => {
  it('is taken with either signature, from headers of either kind', async () => {
    const event = JSON.parse(body) as unknown;

    expect(await verify({ body, headers: own })).to.deep.equal(event);
    expect(await verify({ body, headers: new Headers(standard) })).to.deep.equal(event);
    expect(await verify({ body, headers: { ...own, ...standard } })).to.deep.equal(event);
  });

  it('is taken if one of several signatures holds, as while a secret is changed', async () => {
    const headers = {
      ...standard,
      'webhook-signature': `v1,b2xk v1a,b2xk ${standard['webhook-signature']}`,
    };

    expect(await verify({ body, headers })).to.include({ routeId: 'rt_1' });
  });

  it('is refused when one character of it, its id, its time or its secret is another', async () => {
    const forged: [Delivery, Partial<VerifyOptions>][] = [
      [{ body: body.replace('rt_1', 'rt_2'), headers: own }, {}],
      [{ body: body.replace('rt_1', 'rt_2'), headers: standard }, {}],
      [{ body, headers: { ...standard, 'webhook-id': 'msg_2' } }, {}],
      [{ body, headers: { ...standard, 'webhook-timestamp': String(sentSec + 1) } }, {}],
      [{ body, headers: own }, { secret: 'whsec_other' }],
      [{ body, headers: { 'x-svc-signature': 'sha256=' } }, {}],
      [{ body, headers: { ...standard, 'webhook-signature': 'v1,' } }, {}],
    ];

    for (const [delivery, options] of forged)
      expect(await refusalOf(delivery, options)).to.equal('the signature does not hold');
    expect(await refusalOf({ body, headers: {} })).to.equal('the delivery is not signed');
  });

  it('is refused when it is older or newer than five minutes', async () => {
    for (const [offMs, refused] of [
      [300_000, null],
      [300_001, 'the delivery is not of the last 300 s'],
      [-300_000, null],
      [-300_001, 'the delivery is not of the last 300 s'],
    ] as const) {
      expect(
        await refusalOf({ body, headers: standard }, { nowMs: sentSec * 1_000 + offMs }),
      ).to.equal(refused);
    }
    expect(await refusalOf({ body, headers: own }, { nowMs: sentSec * 1_000 + 300_000 })).to.equal(
      'the delivery is not of the last 300 s',
    );
  });
});

function verify(delivery: Delivery, options: Partial<VerifyOptions> = {}) {
  return verifyWebhook(delivery, { secret, nowMs: sentSec * 1_000, ...options });
}

async function refusalOf(
  delivery: Delivery,
  options: Partial<VerifyOptions> = {},
): Promise<string | null> {
  return verify(delivery, options).then(
    () => null,
    (error: unknown) => {
      if (error instanceof WebhookError) return error.message;
      throw error;
    },
  );
}
