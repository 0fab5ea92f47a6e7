import type { HookMessage, HookPost } from '@interline/core/webhooks';
import type { SafeHttp } from '@interline/ports';
import { createHmac } from 'node:crypto';

const deadlineMs = 10_000;
const maxResponseBytes = 65_536;

/** Webhooks over `SafeHttp`. Of a response only the status and `Retry-After` are read. */
export function hookPost(http: SafeHttp): HookPost {
  return {
    judge: (url) => http.judge(url),

    async post(message, signal) {
      const headers = {
        'content-type': 'application/json',
        'user-agent': 'interline-hooks/1',
        ...signHook(message),
        ...(message.trace === undefined ? {} : { traceparent: message.trace }),
      };
      const answer = await http.request(
        {
          url: message.url,
          method: 'POST',
          headers,
          body: message.body,
          deadlineMs,
          maxResponseBytes,
        },
        signal,
      );
      if (answer.kind !== 'answered')
        return { outcome: answer.kind, httpStatus: null, retryAfterMs: null };
      return {
        outcome: 'answered',
        httpStatus: answer.status,
        retryAfterMs: readRetryAfter(answer.headers['retry-after'], message.atMs),
      };
    },
  };
}

/**
 * The headers that prove a message to its receiver: our own signature over the body, and the three
 * of Standard Webhooks 1.0.0, whose signature covers id and time too. Without a secret there is no
 * signature.
 */
function signHook({
  id,
  body,
  secret,
  formerSecret,
  atMs,
}: HookMessage): Readonly<Record<string, string>> {
  const sentSec = Math.floor(atMs / 1_000);
  const naming = { 'webhook-id': id, 'webhook-timestamp': String(sentSec) };
  if (secret === null) return naming;
  const standard = (key: string): string =>
    `v1,${createHmac('sha256', standardKey(key)).update(`${id}.${sentSec}.${body}`).digest('base64')}`;
  return {
    ...naming,
    'x-svc-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    'webhook-signature': [secret, ...(formerSecret === undefined ? [] : [formerSecret])]
      .map(standard)
      .join(' '),
  };
}

/**
 * A secret in the form of Standard Webhooks holds the key in base64; any other secret is the key
 * itself.
 */
function standardKey(secret: string): string | Buffer {
  return secret.startsWith('whsec_')
    ? Buffer.from(secret.slice('whsec_'.length), 'base64')
    : secret;
}

/**
 * The header's seconds or date as milliseconds from now; null where it holds neither, or a time
 * that is past.
 */
export function readRetryAfter(text: string | undefined, nowMs: number): number | null {
  if (text === undefined) return null;
  const waitMs = /^[0-9]{1,9}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - nowMs;
  return waitMs > 0 ? waitMs : null;
}
