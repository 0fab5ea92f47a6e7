import type { Endpoint } from '../endpoint.ts';
import type { ErrorBody } from '../schemas/error-body.ts';
import { fieldsOf } from './fields-of.ts';

/** How to write an endpoint's query, from its schema and example; null where it takes none. */
export function usageOf(
  { method, path, request, example }: Endpoint,
  basePath: string,
): ErrorBody['usage'] | null {
  if (request.query === undefined) return null;
  const names = fieldsOf(request.query).map(
    ({ name, isOptional, wanted }) =>
      [name, `${isOptional ? 'optional' : 'required'}: ${wanted ?? 'text'}`] as const,
  );
  const pairs = Object.entries(example ?? {}).map(
    ([name, value]) => [name, String(value)] as [string, string],
  );
  return {
    request: `${method} ${basePath}${path}?${new URLSearchParams(pairs).toString()}`,
    query: Object.fromEntries(names),
  };
}
