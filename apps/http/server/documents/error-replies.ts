import { type ErrorCode, errorCodes, errorEntry, RelayError } from '@interline/kernel';
import type { oas31 } from 'zod-openapi';
import { codesOf } from '../codes-of.ts';
import type { Endpoint } from '../endpoint.ts';
import { asProblem, presentError } from '../present/present-error.ts';
import { headerRefs } from './headers.ts';

/** A row's refusals and faults, one reply a status, each with the codes it can carry. */
export function errorReplies(
  endpoint: Endpoint,
): Record<`${4 | 5}${string}`, oas31.ResponseObject> {
  const codes = codesOf(endpoint);
  const statuses = [...new Set(codes.map((code) => errorEntry(code).http))].sort();
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      reply(codes.filter((code) => errorEntry(code).http === status)),
    ]),
  );
}

function reply(codes: readonly ErrorCode[]): oas31.ResponseObject {
  return {
    description: codes.map((code) => `\`${code}\`: ${errorEntry(code).summary}`).join('\n\n'),
    headers: headerRefs(
      'x-request-id',
      ...(codes.some((code) => errorEntry(code).retryable) ? (['retry-after'] as const) : []),
    ),
    content: {
      'application/json': {
        schema: withCode('Error', codes),
        examples: examplesOf('Error', codes),
      },
      'application/problem+json': {
        schema: withCode('Problem', codes),
        examples: examplesOf('Problem', codes),
      },
    },
  };
}

function withCode(shape: 'Error' | 'Problem', codes: readonly ErrorCode[]): oas31.SchemaObject {
  return {
    allOf: [
      { $ref: `#/components/schemas/${shape}` },
      { type: 'object', properties: { errorCode: { type: 'string', enum: [...codes] } } },
    ],
  };
}

function examplesOf(
  shape: 'Error' | 'Problem',
  codes: readonly ErrorCode[],
): Record<string, oas31.ReferenceObject> {
  return Object.fromEntries(
    codes.map((code) => [code, { $ref: `#/components/examples/${shape}.${code}` }]),
  );
}

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
        const reply = presentError(new RelayError(code), { basePath, requestId, endpoint: null });
        return [
          [`Error.${code}`, { value: reply.body }],
          [`Problem.${code}`, { value: asProblem(reply, code) }],
        ];
      }),
  );
}
