import * as z from 'zod';
import type { Endpoint } from '../endpoint.ts';
import type { ErrorBody } from '../wire/error-body.ts';

/** How to write an endpoint's query, from its schema and example; null where it takes none. */
export function usageOf({ method, path, request, example }: Endpoint, basePath: string): ErrorBody['usage'] | null {
  if (request.query === undefined) return null;
  // CAST: zod leaves the fields of an open shape untyped.
  const fields = request.query.shape as Readonly<Record<string, z.ZodType>>;
  const names = Object.entries(fields).map(([name, field]) => {
    const isOptional = field instanceof z.ZodOptional;
    const description = descriptionOf(field) ?? (isOptional ? descriptionOf(field.unwrap()) : undefined);
    return [name, `${isOptional ? 'optional' : 'required'}: ${description ?? 'text'}`] as const;
  });
  const pairs = Object.entries(example ?? {}).map(([name, value]) => [name, String(value)] as [string, string]);
  return { request: `${method} ${basePath}${path}?${new URLSearchParams(pairs).toString()}`, query: Object.fromEntries(names) };
}

function descriptionOf(field: z.core.$ZodType): string | undefined {
  return z.globalRegistry.get(field)?.description;
}
