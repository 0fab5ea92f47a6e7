import { type ErrorCode, errorEntry } from '@interline/kernel';
import { codesOf } from '../codes-of.ts';
import type { Endpoint } from '../endpoint.ts';
import { headerRefs } from './reply-headers.ts';
import type { oas31 } from 'zod-openapi';

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
