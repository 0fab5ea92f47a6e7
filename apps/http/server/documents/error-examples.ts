import { errorCodes, RelayError } from '@interline/kernel';
import { codesOf } from '../codes-of.ts';
import type { Endpoint } from '../endpoint.ts';
import { asProblem } from '../present/as-problem.ts';
import { writeError } from '../present/write-error.ts';
import type { oas31 } from 'zod-openapi';

const requestId = '5f0c1d2e3b4a59687766554433221100';

/**
 * One example in both forms of every code that some endpoint answers, written by what writes the
 * real ones.
 */
export function errorExamples(
  endpoints: readonly Endpoint[],
  basePath: string,
): Record<string, oas31.ExampleObject> {
  const told = new Set(endpoints.flatMap(codesOf));
  return Object.fromEntries(
    errorCodes
      .filter((code) => told.has(code))
      .flatMap((code): [string, oas31.ExampleObject][] => {
        const reply = writeError(new RelayError(code), { basePath, requestId, endpoint: null });
        return [
          [`Error.${code}`, { value: reply.body }],
          [`Problem.${code}`, { value: asProblem(reply, code) }],
        ];
      }),
  );
}
