import type {
  oas31,
  ZodOpenApiOperationObject,
  ZodOpenApiParameters,
  ZodOpenApiResponseObject,
} from 'zod-openapi';
import type { Endpoint, OtherAnswer } from '../endpoint.ts';
import { keepsAnswer } from '../endpoint.ts';
import type { RequestLimit } from '../limits/request-limit.ts';
import { errorReplies } from './error-replies.ts';
import { headerRefs, headersOf } from './headers.ts';
import { tagOf } from './tags.ts';

/** One row of the table as OpenAPI has it. */
export function operationOf(endpoint: Endpoint): ZodOpenApiOperationObject {
  const { summary, path, limit, atRoot, follow } = endpoint;
  const parameters = headersOf(endpoint);
  const security = securityOf(endpoint);
  const requestParams = paramsOf(endpoint);
  return {
    operationId: operationId(endpoint),
    summary,
    ...(limit === null ? {} : { description: limitText(limit) }),
    tags: [tagOf(path)],
    ...(atRoot ? { servers: [{ url: '/', description: 'Beside the base path.' }] } : {}),
    ...(security === undefined ? {} : { security }),
    ...(requestParams === undefined ? {} : { requestParams }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...bodyOf(endpoint),
    responses: {
      200: answerOf(endpoint),
      ...(follow === undefined
        ? {}
        : {
            204: {
              description:
                'To an event stream that was taken up again: nothing comes after the last event that was seen.',
              headers: headerRefs('x-request-id'),
            },
          }),
      ...(endpoint.cache === undefined && follow === undefined
        ? {}
        : {
            304: {
              description: 'Nothing has changed since `If-None-Match`.',
              headers: headerRefs('x-request-id', 'etag', 'cache-control'),
            },
          }),
      ...withOthers(errorReplies(endpoint), endpoint.otherAnswers ?? []),
    },
  };
}

type Replies = Readonly<Record<string, oas31.ResponseObject>>;

/**
 * The errors of the catalogue, and in addition what another protocol answers under its statuses.
 */
function withOthers(replies: Replies, others: readonly OtherAnswer[]): Replies {
  return others.reduce<Replies>((all, { status, description, shape, example }) => {
    const { [String(status)]: error } = all;
    const errorType = error?.content?.['application/json'];
    const own = { $ref: `#/components/schemas/${shape}` };
    const content: oas31.ContentObject =
      shape === undefined
        ? { 'text/plain': { schema: { type: 'string', maxLength: 0 } } }
        : {
            'application/json': {
              ...(errorType?.examples === undefined
                ? { example }
                : { examples: errorType.examples }),
              schema: errorType?.schema === undefined ? own : { anyOf: [own, errorType.schema] },
            },
          };
    const told = error?.description === undefined ? '' : `${error.description}\n\n`;
    return {
      ...all,
      [String(status)]: {
        headers: headerRefs('x-request-id'),
        ...error,
        description: `${told}${description}`,
        content: { ...error?.content, ...content },
      },
    };
  }, replies);
}

function bodyOf({
  request: { body },
  example,
  binary,
}: Endpoint): Pick<ZodOpenApiOperationObject, 'requestBody'> {
  if (binary?.takes !== undefined)
    return { requestBody: { required: true, content: { [binary.takes]: { schema: bytes } } } };
  return body === undefined
    ? {}
    : {
        requestBody: {
          required: true,
          content: { 'application/json': { schema: body, example } },
        },
      };
}

const bytes = { type: 'string', format: 'binary' } as const;

function limitText({ requests, perMs, isFixed }: RequestLimit): string {
  const every =
    perMs === 60_000 ? 'a minute' : perMs === 3_600_000 ? 'an hour' : `in ${perMs / 1_000} s`;
  return `At most ${requests} ${every} from one address${isFixed ? ', with a key too' : '; more with a key'}, unless this deployment is set otherwise.`;
}

function paramsOf({ request: { query, params } }: Endpoint): ZodOpenApiParameters | undefined {
  if (query === undefined && params === undefined) return undefined;
  return {
    ...(query === undefined ? {} : { query }),
    ...(params === undefined ? {} : { path: params }),
  };
}

function answerOf(endpoint: Endpoint): ZodOpenApiResponseObject {
  const { response, cache, follow, feed, events, limit, binary } = endpoint;
  return {
    description: endpoint.summary,
    headers: headerRefs(
      'x-request-id',
      'cache-control',
      ...(limit === null ? [] : (['ratelimit', 'ratelimit-policy'] as const)),
      ...(cache === undefined && follow === undefined ? [] : (['etag'] as const)),
      ...(keepsAnswer(endpoint) || endpoint.changes === 'route'
        ? (['idempotent-replayed'] as const)
        : []),
    ),
    content: {
      ...Object.fromEntries(
        (binary === undefined ? [] : [binary.answers, ...(binary.others ?? [])]).map((type) => [
          type,
          { schema: bytes },
        ]),
      ),
      ...(binary?.hasJson === false ? {} : { 'application/json': { schema: response } }),
      ...(follow === undefined
        ? {}
        : {
            'text/event-stream': {
              schema: {
                type: 'string',
                description:
                  'For `Accept: text/event-stream`: the same answer as the data of an event whenever it has changed, until it is final.',
              },
            },
          }),
      ...(feed === undefined
        ? {}
        : {
            'text/event-stream': {
              schema: {
                type: 'string',
                description:
                  'For `Accept: text/event-stream`: each item as the data of an event of its own as soon as it is there, behind the one that `Last-Event-ID` names.',
              },
            },
          }),
      ...(events === undefined
        ? {}
        : { 'text/event-stream': { schema: { type: 'string', description: events } } }),
    },
  };
}

/**
 * By the names under `components.securitySchemes`, where it is another than the whole interface's.
 */
function securityOf({
  isOperators,
  session,
  agent,
  changes,
}: Endpoint): oas31.SecurityRequirementObject[] | undefined {
  if (isOperators === true) return [{ operator: [] }];
  const byAgent = agent === undefined ? [] : [{ agent: [] }];
  if (agent === 'only') return byAgent;
  if (session !== undefined) return [{ session: session === 'any' ? [] : [session] }, ...byAgent];
  return changes === 'route' ? [{}, { key: [] }, { operator: [] }, ...byAgent] : undefined;
}

/**
 * `GET /api/route/status` is `getRouteStatus`, `DELETE /api/hooks/{id}` is `deleteHooksById`: what
 * generated clients call their methods.
 */
export function operationId({ method, path }: Pick<Endpoint, 'method' | 'path'>): string {
  const words = path.split(/[/.:-]/).filter((word) => word !== '' && word !== 'api');
  return (
    method.toLowerCase() +
    words
      .map((word) => (word.startsWith('{') ? `By${capital(word.slice(1, -1))}` : capital(word)))
      .join('')
  );
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
