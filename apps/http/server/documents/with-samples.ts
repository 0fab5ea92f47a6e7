import type { createDocument, oas31 } from 'zod-openapi';
import type { Endpoint } from '../endpoint.ts';
import type { JsonSchemas } from './json-schema.ts';
import { operationId } from './operation-id.ts';
import { sampleOf } from './sample-of.ts';

type OpenApi = ReturnType<typeof createDocument>;

const methods = ['get', 'post', 'delete'] as const;

/**
 * The document with an example beside every answer, body and parameter: the row's own where it has
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
        parameter.example = examples.get(operation.operationId ?? '')?.[parameter.name];
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
  const carriers = [requestBody, ...(Object.values(responses) as oas31.ResponseObject[])]; // CAST: replies are written in place.
  return carriers.flatMap((one) =>
    one !== undefined && 'content' in one && one.content !== undefined ? [one.content] : [],
  );
}
