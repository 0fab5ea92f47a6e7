import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** A request as it came over the wire. */
export interface WireRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Uint8Array;
}

export interface AwsCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/** For whom a signature counts: a region's service, now. */
export interface SigningScope {
  readonly region: string;
  readonly service: string;
  readonly nowMs: number;
}

const minute = 60_000;

/**
 * What AWS would refuse the request with (Signature Version 4, as its reference has it), by the error's
 * name; null where it is signed with these credentials, for this service, within five minutes.
 */
export function sigV4Refusal(
  request: WireRequest,
  { accessKeyId, secretAccessKey, sessionToken }: AwsCredentials,
  { region, service, nowMs }: SigningScope,
): string | null {
  const said =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headerOf(request, 'authorization'),
    );
  if (said === null) return 'IncompleteSignatureException';
  const [, id, day = '', ofRegion, ofService, signedHeaders = '', signature = ''] = said;
  if (id !== accessKeyId) return 'UnrecognizedClientException';
  if (headerOf(request, 'x-amz-security-token') !== (sessionToken ?? ''))
    return 'UnrecognizedClientException';
  const date = headerOf(request, 'x-amz-date');
  const signed = signedHeaders.split(';');
  if (!['host', 'x-amz-date'].every((name) => signed.includes(name)))
    return 'IncompleteSignatureException';
  if (ofRegion !== region || ofService !== service || !date.startsWith(day))
    return 'InvalidSignatureException';
  if (Math.abs(nowMs - timeOf(date)) > 5 * minute) return 'InvalidSignatureException';

  const key = ['aws4_request', ofService, ofRegion, day].reduceRight<Uint8Array>(
    (made, part) => hmac(made, part),
    Buffer.from(`AWS4${secretAccessKey}`),
  );
  const scope = `${day}/${ofRegion}/${ofService}/aws4_request`;
  const text = `AWS4-HMAC-SHA256\n${date}\n${scope}\n${sha256(canonical(request, signed))}`;
  return timingSafeEqual(hmac(key, text), Buffer.from(signature, 'hex'))
    ? null
    : 'InvalidSignatureException';
}

function canonical(request: WireRequest, signed: readonly string[]): string {
  const { pathname, searchParams } = new URL(request.url, 'http://any');
  const query = [...searchParams]
    .map((pair) => pair.map(encodeURIComponent).join('='))
    .toSorted()
    .join('&');
  const headers = signed.map(
    (name) => `${name}:${headerOf(request, name).trim().replaceAll(/ +/g, ' ')}\n`,
  );
  return [
    request.method,
    pathname,
    query,
    headers.join(''),
    signed.join(';'),
    sha256(request.body),
  ].join('\n');
}

function headerOf({ headers }: WireRequest, name: string): string {
  const value = headers[name] ?? '';
  return typeof value === 'string' ? value : value.join(',');
}

function timeOf(date: string): number {
  const [, day = '', time = ''] = /^(\d{8})T(\d{6})Z$/.exec(date) ?? [];
  return Date.parse(
    `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}T${time.slice(0, 2)}:${time.slice(2, 4)}:${time.slice(4)}Z`,
  );
}

function hmac(key: Uint8Array, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}
