import type { SafeAnswer, SafeRequest } from '@interline/ports';
import type { HookMessage } from '@interline/core/webhooks';
import { hookPost, readRetryAfter } from './hook-post.ts';
import { expect } from 'chai';

const message = {
  id: 'msg_1',
  url: 'https://hooks.example/',
  body: '{"event":"route.done"}',
  secret: 'shared secret',
  atMs: 1_763_600_012_345,
};

describe('a webhook', () => {
  it('is one bounded POST with both signatures', async () => {
    const { post, asked } = scripted({ kind: 'answered', status: 204, headers: {} });

    const answer = await post(message);

    expect(answer).to.deep.equal({ outcome: 'answered', httpStatus: 204, retryAfterMs: null });
    expect(asked).to.deep.equal([
      {
        url: 'https://hooks.example/',
        method: 'POST',
        body: '{"event":"route.done"}',
        deadlineMs: 10_000,
        maxResponseBytes: 65_536,
        headers: {
          'content-type': 'application/json',
          'user-agent': 'interline-hooks/1',
          'webhook-id': 'msg_1',
          'webhook-timestamp': '1763600012',
          'x-svc-signature':
            'sha256=8df42703dfd39404db84df13481a6fdd086ad2b85b5952dc10939c69a7a89ff2',
          'webhook-signature': 'v1,lEjSHcgbmHUU6EY14oLv9xj3qNn1/F4MC0OZUd240l8=',
        },
      },
    ]);
  });

  it('without a secret is named and not signed', async () => {
    const { post, asked } = scripted({ kind: 'answered', status: 200, headers: {} });

    await post({ ...message, secret: null });

    expect(Object.keys(asked[0]?.headers ?? {})).to.deep.equal([
      'content-type',
      'user-agent',
      'webhook-id',
      'webhook-timestamp',
    ]);
  });

  it('reports how long its endpoint asks to be left alone, and what prevented an answer', async () => {
    expect(
      await scripted({ kind: 'answered', status: 429, headers: { 'retry-after': '120' } }).post(
        message,
      ),
    ).to.deep.equal({ outcome: 'answered', httpStatus: 429, retryAfterMs: 120_000 });
    expect(await scripted({ kind: 'unsafe' }).post(message)).to.deep.equal({
      outcome: 'unsafe',
      httpStatus: null,
      retryAfterMs: null,
    });
    expect(await scripted({ kind: 'timeout' }).post(message)).to.deep.equal({
      outcome: 'timeout',
      httpStatus: null,
      retryAfterMs: null,
    });
  });
});

describe('Retry-After', () => {
  it('is seconds or a date, and nothing else', () => {
    const read = [
      '0',
      '7',
      '999999999',
      'Thu, 20 Nov 2025 01:00:00 GMT',
      'Thu, 20 Nov 1975 01:00:00 GMT',
      'soon',
      '-5',
      '1e9',
      '',
      undefined,
    ].map((text) => readRetryAfter(text, Date.UTC(2025, 10, 20)));

    expect(read).to.deep.equal([
      null,
      7_000,
      999_999_999_000,
      3_600_000,
      null,
      null,
      null,
      null,
      null,
      null,
    ]);
  });
});

function scripted(answer: SafeAnswer) {
  const asked: SafeRequest[] = [];
  const hooks = hookPost({
    judge: () => ({ ok: true, host: 'hooks.example' }),
    request: async (request) => {
      asked.push(request);
      return answer;
    },
  });
  const post = (sent: HookMessage) => hooks.post(sent, new AbortController().signal);
  return { post, asked };
}
