import * as z from 'zod';
import { errorCodes, errorEntry, RelayError } from '@interline/kernel';
import { openApiDocument } from './documents/openapi-document.ts';
import { defineEndpoint, type EndpointInput } from './endpoint.ts';
import { readLimit } from './limits/request-limit.ts';
import { errorDocs } from './present/present-error.ts';

const errorListAnswer = z
  .object({
    errors: z.array(
      z.object({
        code: z.string(),
        http: z.int(),
        retryable: z.boolean(),
        retryAfterMs: z.int().optional(),
        summary: z.string(),
        suggestedAction: z.string(),
        operatorsAction: z.string().optional().meta({ description: 'what /operator says instead' }),
        docs: z.string(),
      }),
    ),
    count: z.int(),
  })
  .meta({ id: 'ErrorList' });

const aliveAnswer = z.object({ status: z.literal('alive') });

const readyAnswer = z.object({
  status: z.literal('ready'),
  checks: z.record(z.string(), z.literal('up')),
});

export const errorsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/errors',
  tool: { name: 'errors', title: 'List error codes', isClosedWorld: true },
  summary: 'Every error code with its status, whether to retry, and what to do.',
  limit: readLimit('errors'),
  request: {},
  response: errorListAnswer,
  errors: [],
  cache: { maxAgeSec: 300 },
  async handle({ deps }) {
    return presentErrorList(deps.basePath);
  },
});

export const aliveEndpoint = defineEndpoint({
  method: 'GET',
  path: '/healthz',
  atRoot: true,
  summary: 'The process answers.',
  limit: null,
  request: {},
  response: aliveAnswer,
  errors: [],
  async handle() {
    return { status: 'alive' as const };
  },
});

export const readyEndpoint = defineEndpoint({
  method: 'GET',
  path: '/readyz',
  atRoot: true,
  summary: 'The process can do its work; if not, the code of what prevents it.',
  limit: null,
  request: {},
  response: readyAnswer,
  errors: ['STORE_DOWN', 'NOT_READY'],
  async handle({ deps }) {
    const { checks } = await deps.isReady();
    const fallen = checks.find((check) => !check.isUp);
    if (fallen !== undefined)
      throw new RelayError(fallen.code, {
        checks: checks.map((check) => `${check.name}: ${check.isUp ? 'up' : check.code}`),
      });
    return {
      status: 'ready' as const,
      checks: Object.fromEntries(checks.map((check) => [check.name, 'up' as const])),
    };
  },
});

/** Making it takes as long as fifty requests, so each app makes its own once. */
const made = new WeakMap<EndpointInput['deps'], ReturnType<typeof openApiDocument>>();

export const openApiEndpoint = defineEndpoint({
  method: 'GET',
  path: '/openapi.json',
  summary: 'This interface as OpenAPI 3.1.',
  limit: readLimit('openapi'),
  request: {},
  response: z.looseObject({
    openapi: z.literal('3.1.0'),
    info: z.looseObject({ title: z.string(), version: z.string() }),
  }),
  errors: [],
  cache: { maxAgeSec: 300 },
  async handle({ deps, endpoints }) {
    const document = made.get(deps) ?? openApiDocument(endpoints, deps.basePath);
    made.set(deps, document);
    return { ...document, openapi: '3.1.0' as const, info: { ...document.info } };
  },
});

export function presentErrorList(basePath: string): z.input<typeof errorListAnswer> {
  const errors = errorCodes.map((code) => {
    const { rulesOut: _, ...entry } = errorEntry(code);
    return { code, ...entry, docs: errorDocs(basePath, code) };
  });
  return { errors, count: errors.length };
}
