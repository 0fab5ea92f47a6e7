import type { UpstreamRequest } from '../upstream/upstream.ts';

/** Base, path and the query's defined values; `base` may have a path of its own. */
export function requestUrl(
  base: string,
  { path, query = {} }: Pick<UpstreamRequest, 'path' | 'query'>,
): string {
  const values = Object.entries(query).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  const search = values.length === 0 ? '' : `?${new URLSearchParams(values).toString()}`;
  return `${base.replace(/\/+$/, '')}${path}${search}`;
}
