import type { createDocument, oas31 } from 'zod-openapi';
import type { Endpoint } from '../endpoint.ts';
import { operationId } from './operation-of.ts';

/** What this file reads of a JSON Schema. */
interface JsonSchema {
  readonly $ref?: string;
  /** Several where a value may also be null. */
  readonly type?: string | readonly string[];
  readonly examples?: readonly unknown[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly minimum?: number;
  readonly minLength?: number;
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
}

/** By the name that follows `#/components/schemas/`. */
type JsonSchemas = Readonly<Record<string, JsonSchema>>;

type OpenApi = ReturnType<typeof createDocument>;

const methods = ['get', 'post', 'patch', 'delete'] as const;

/**
 * The document with an example for every answer, body and parameter: the row's own where it has
 * one.
 */
export function withSamples(endpoints: readonly Endpoint[], document: OpenApi): OpenApi {
  const named = (document.components?.schemas ?? {}) as JsonSchemas; // CAST: zod's schemas, of which we read these members.
  const examples = new Map(
    endpoints.map((endpoint) => [operationId(endpoint), endpoint.example ?? {}]),
  );
  for (const operation of operationsOf(document)) {
    for (const { 'application/json': json } of contentsOf(operation)) {
      if (json?.schema !== undefined && json.example === undefined && json.examples === undefined)
        json.example = sampleOf(json.schema, named);
    }
    for (const parameter of operation.parameters ?? []) {
      if ('name' in parameter && parameter.in !== 'header')
        // The row's example may be of its body alone.
        parameter.example =
          examples.get(operation.operationId ?? '')?.[parameter.name] ??
          (parameter.in === 'path' && parameter.schema !== undefined
            ? sampleOf(parameter.schema, named)
            : undefined);
    }
  }
  return document;
}

function operationsOf({ paths = {}, webhooks = {} }: OpenApi): oas31.OperationObject[] {
  // CAST: path items are written in place, as operations by method.
  const items = [...Object.values(paths), ...Object.values(webhooks)] as oas31.PathItemObject[];
  return items.flatMap((item) => methods.flatMap((method) => item[method] ?? []));
}

function contentsOf({ requestBody, responses = {} }: oas31.OperationObject): oas31.ContentObject[] {
  // CAST: replies are written in place.
  const carriers = [requestBody, ...(Object.values(responses) as oas31.ResponseObject[])];
  return carriers.flatMap((one) =>
    one !== undefined && 'content' in one && one.content !== undefined ? [one.content] : [],
  );
}

/**
 * A value of the schema: what its fields give as examples, the first of what they list, else the
 * plainest of their type. Optional members are left out: they belong to cases that exclude each
 * other. `name` is the member's that holds the value.
 */
export function sampleOf(schema: JsonSchema, named: JsonSchemas, name = ''): unknown {
  if (schema.$ref !== undefined)
    return sampleOf(named[schema.$ref.replace('#/components/schemas/', '')] ?? {}, named, name);
  const given = [...(schema.examples ?? []), ...(schema.enum ?? [])];
  if (given.length > 0) return given[0];
  if (schema.const !== undefined) return schema.const;
  const [first] = schema.anyOf ?? [];
  return first === undefined ? plain(schema, named, name) : sampleOf(first, named, name);
}

function plain(schema: JsonSchema, named: JsonSchemas, name: string): unknown {
  switch (typeof schema.type === 'object' ? schema.type[0] : schema.type) {
    case 'object':
      return membersOf(schema, named);
    case 'array':
      return schema.items === undefined ? [] : [sampleOf(schema.items, named, name)];
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'null':
      return null;
    case 'string':
      return (usualValues[name] ?? 'text').padEnd(schema.minLength ?? 0, 'A');
    case undefined:
    default:
      return {};
  }
}

function membersOf(
  { properties = {}, required = [], additionalProperties }: JsonSchema,
  named: JsonSchemas,
): Record<string, unknown> {
  const members = Object.entries(properties)
    .filter(([name]) => required.includes(name))
    .map(([name, member]) => [name, sampleOf(member, named, name)] as const);
  const isMap =
    members.length === 0 &&
    typeof additionalProperties === 'object' &&
    Object.keys(additionalProperties).length > 0;
  return isMap ? { key: sampleOf(additionalProperties, named) } : Object.fromEntries(members);
}

const account = '0x1111111111111111111111111111111111111111';
const routeId = 'rt_0123456789abcdef0123456789abcdef';

/** What a text of that name usually is, for examples of members whose schemas show none. */
const usualValues: Readonly<Record<string, string>> = {
  recipient: account,
  toAddress: account,
  address: account,
  rail: 'floatlane',
  best: 'floatlane',
  ways: 'floatlane',
  applicableRails: 'floatlane',
  via: 'floatlane',
  node: 'solana',
  routableNonEvm: 'stellar',
  routes: 'cheapest',
  recommended: 'cheapest',
  nativeSymbol: 'ETH',
  tokens: 'USDC',
  code: 'INSUFFICIENT_FLOAT',
  errorCode: 'INSUFFICIENT_FLOAT',
  summary: 'The float on the destination is too low for this amount now.',
  error: 'the float on the destination holds less than this amount',
  reason: 'the float on the destination holds less than this amount',
  suggestedAction: 'Send at most capNow, or try again shortly.',
  docs: '/api/errors#INSUFFICIENT_FLOAT',
  meaning: 'The whole amount goes back to the payer.',
  stage: 'RECEIVING',
  routeId,
  track: `/api/route/status?id=${routeId}`,
  deliveryId: 'msg_0123456789abcdef0123456789abcdef',
  url: 'https://shop.example/interline',
  path: '/api/route/quote',
  href: '/api/terms',
  method: 'POST',
  label: 'my shop',
  version: '3.28.2',
  interface: '3.28.2',
  engine: 'every rail is asked at once; the best net output wins',
  service: 'interline',
  title: 'Float lane',
  primaryType: 'PermitTransferFrom',
  note: 'In words, for people: what to know about this answer.',
  warnings: 'In words, for people: what to see to.',
  answer: 'The largest transfer on the float lane is a quarter of the free float.',
};
