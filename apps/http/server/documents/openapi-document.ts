import { createDocument, type ZodOpenApiPathsObject } from 'zod-openapi';
import type { Endpoint } from '../endpoint.ts';
import { a2aError } from '../../a2a/schemas.ts';
import { mcpError } from '../../mcp/schemas.ts';
import { errorBody, problemBody } from '../schemas/error-body.ts';
import { errorExamples } from './error-replies.ts';
import { guide, interfaceVersion, title } from './guide.ts';
import { replyHeaders, requestHeaders } from './headers.ts';
import { operationOf } from './operation-of.ts';
import { tagsOf } from './tags.ts';
import { withSamples } from './samples.ts';
import { webhooks } from './webhooks.ts';

type OpenApi = ReturnType<typeof createDocument>;

/**
 * The OpenAPI 3.1 description of the table: nothing in it is written twice, so it can't disagree
 * with what is served.
 */
export function openApiDocument(endpoints: readonly Endpoint[], basePath: string): OpenApi {
  return withSamples(
    endpoints,
    createDocument(
      {
        openapi: '3.1.0',
        info: {
          title,
          version: interfaceVersion,
          description: guide(basePath),
          license: { name: 'MIT', identifier: 'MIT' },
        },
        servers: [{ url: basePath === '' ? '/' : basePath, description: 'This deployment.' }],
        security: [{}, { key: [] }],
        tags: tagsOf(endpoints.map(({ path }) => path)),
        paths: pathsOf(endpoints),
        webhooks,
        components: {
          schemas: {
            Error: errorBody,
            Problem: problemBody,
            McpError: mcpError,
            A2aError: a2aError,
          },
          examples: errorExamples(endpoints, basePath),
          headers: replyHeaders,
          parameters: requestHeaders,
          securitySchemes: {
            key: {
              type: 'apiKey',
              in: 'header',
              name: 'x-svc-key',
              description: 'Never needed: shows its usage and raises the limits.',
            },
            session: {
              type: 'http',
              scheme: 'bearer',
              description:
                'The token of POST /api/account/session, for what is shown to a wallet of its own routes. It moves no money.',
            },
            agent: {
              type: 'apiKey',
              in: 'header',
              name: 'signature',
              description:
                'An agent\'s signature of the request (RFC 9421, Ed25519, `tag="interline-agent"`), with `Signature-Input` beside it: over `@method`, `@target-uri`, `content-digest` where there is a body, and `idempotency-key` of a POST.',
            },
            operator: {
              type: 'http',
              scheme: 'bearer',
              description:
                'The operator\'s credential, for live `mode: "self"` and for the paths below `/operator`.',
            },
          },
        },
      },
      {
        override: ({ jsonSchema }) => {
          dropSafeBounds(jsonSchema);
        },
      },
    ),
  );
}

function pathsOf(endpoints: readonly Endpoint[]): ZodOpenApiPathsObject {
  const paths: ZodOpenApiPathsObject = {};
  for (const endpoint of endpoints) {
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: operationOf(endpoint),
    };
  }
  return paths;
}

/** Every integer of JavaScript has these bounds; a reader learns nothing from them. */
function dropSafeBounds(schema: { minimum?: unknown; maximum?: unknown }): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}
