import { createHmac } from 'node:crypto';
import type { HookMessage } from '@interline/core/webhooks';

/**
 * What proves a message to its receiver: the spec's own signature over the body, and the three
 * headers of Standard Webhooks 1.0.0, whose signature covers id and time as well. Without a secret
 * there is nothing to sign with.
 */
export function signHook({
  id,
  body,
  secret,
  atMs,
}: HookMessage): Readonly<Record<string, string>> {
  const sentSec = Math.floor(atMs / 1_000);
  const naming = { 'webhook-id': id, 'webhook-timestamp': String(sentSec) };
  if (secret === null) return naming;
  return {
    ...naming,
    'x-svc-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    'webhook-signature': `v1,${createHmac('sha256', standardKey(secret)).update(`${id}.${sentSec}.${body}`).digest('base64')}`,
  };
}

/** Standard Webhooks' own form holds the key in base64; any other secret is the key as it is. */
function standardKey(secret: string): string | Buffer {
  return secret.startsWith('whsec_')
    ? Buffer.from(secret.slice('whsec_'.length), 'base64')
    : secret;
}
