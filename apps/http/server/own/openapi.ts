import * as z from 'zod';
import { openApiDocument } from '../documents/openapi-document.ts';
import { defineEndpoint, type EndpointInput } from '../endpoint.ts';
import { readLimit } from '../limits/request-limit.ts';

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
