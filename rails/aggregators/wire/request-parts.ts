import type { UpstreamRequest, UpstreamSettings } from '../upstream/upstream.ts';

/** Names in one query value; left out where there are none. */
export function listed(names: readonly string[]): string | undefined {
  return names.length === 0 ? undefined : names.join(',');
}

/** Those headers that have a value. */
export function headersOf(
  headers: Readonly<Record<string, string | null>>,
): Pick<UpstreamRequest, 'headers'> {
  const given = Object.entries(headers).filter(
    (header): header is [string, string] => header[1] !== null,
  );
  return given.length === 0 ? {} : { headers: Object.fromEntries(given) };
}

/** The key as a bearer token. */
export function bearerOf({
  apiKey,
}: Pick<UpstreamSettings, 'apiKey'>): Pick<UpstreamRequest, 'headers'> {
  return headersOf({ authorization: apiKey === null ? null : `Bearer ${apiKey}` });
}
