import type { HookEvent } from './generated/shapes/hook-event.ts';

export interface Delivery {
  /** As it came, before anything parsed it. */
  readonly body: string;
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
}

export interface VerifyOptions {
  /** As it was registered. */
  readonly secret: string;
  /** How old a delivery may be, and how far ahead; five minutes where it is left out. */
  readonly toleranceSec?: number;
  readonly nowMs?: number;
}

/** A delivery that is not this service's, or not a fresh one. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
}

/**
 * The event of a delivery whose signature holds, of a route's webhook or, named as `Event`, of an account's: Standard Webhooks where its headers came, whose
 * time is that of the try, and `x-svc-signature` otherwise, whose only time is that of the event.
 * Throws `WebhookError`.
 */
export async function verifyWebhook<Event extends { readonly ts: number } = HookEvent>(
  { body, headers }: Delivery,
  { secret, toleranceSec = 300, nowMs = Date.now() }: VerifyOptions,
): Promise<Event> {
  const standard = headerOf(headers, 'webhook-signature');
  const own = headerOf(headers, 'x-svc-signature');
  if (standard === null && own === null) throw new WebhookError('the delivery is not signed');
  const signed =
    standard === null
      ? null
      : {
          id: headerOf(headers, 'webhook-id') ?? '',
          sent: headerOf(headers, 'webhook-timestamp') ?? '',
        };
  const isGenuine =
    signed === null
      ? await holds(utf8(secret), body, [bytesOfHex(own ?? '')])
      : await holds(
          standardKey(secret),
          `${signed.id}.${signed.sent}.${body}`,
          (standard ?? '')
            .split(' ')
            .flatMap((one) => (one.startsWith('v1,') ? [bytesOfBase64(one.slice(3))] : [])),
        );
  if (!isGenuine) throw new WebhookError('the signature does not hold');
  // CAST: the signature says that the service wrote it.
  const event = JSON.parse(body) as Event;
  const sentMs = signed === null ? event.ts : Number(signed.sent) * 1_000;
  if (!(Math.abs(nowMs - sentMs) <= toleranceSec * 1_000))
    throw new WebhookError(`the delivery is not of the last ${toleranceSec} s`);
  return event;
}

/** Compared by the platform, in constant time. */
async function holds(
  key: Uint8Array<ArrayBuffer>,
  text: string,
  signatures: readonly Uint8Array<ArrayBuffer>[],
): Promise<boolean> {
  const hmac = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'verify',
  ]);
  const verdicts = await Promise.all(
    signatures.map((signature) => crypto.subtle.verify('HMAC', hmac, signature, utf8(text))),
  );
  return verdicts.includes(true);
}

/**
 * Standard Webhooks' own form of a secret holds the key in base64; any other is the key as it is.
 */
function standardKey(secret: string): Uint8Array<ArrayBuffer> {
  return secret.startsWith('whsec_') ? bytesOfBase64(secret.slice('whsec_'.length)) : utf8(secret);
}

function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

function bytesOfHex(text: string): Uint8Array<ArrayBuffer> {
  const [, digits = ''] = /^sha256=([0-9a-f]{64})$/.exec(text) ?? [];
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

function headerOf(headers: Delivery['headers'], name: string): string | null {
  if (headers instanceof Headers) return headers.get(name);
  const value = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof value === 'string' ? value : (value?.[0] ?? null);
}
