import * as z from 'zod';
import type { Endpoint, Tool } from '../server/endpoint.ts';

/** A row that is offered to agents, and its listing. */
export interface OfferedTool {
  readonly endpoint: Endpoint;
  readonly listed: ListedTool;
}

export interface ListedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema & { readonly type: 'object' };
  readonly annotations: {
    readonly title: string;
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
}

type JsonSchema = Readonly<Record<string, unknown>>;

/** Reading the shapes takes longer than a request. */
const known = new WeakMap<readonly Endpoint[], readonly OfferedTool[]>();

/** The same, read once for each table. */
export function knownTools(endpoints: readonly Endpoint[]): readonly OfferedTool[] {
  const tools = known.get(endpoints) ?? toolsOf(endpoints);
  known.set(endpoints, tools);
  return tools;
}

/** The marked rows, in the order of the table. */
export function toolsOf(endpoints: readonly Endpoint[]): readonly OfferedTool[] {
  return endpoints.flatMap((endpoint) =>
    endpoint.tool === undefined ? [] : [{ endpoint, listed: listed(endpoint, endpoint.tool) }],
  );
}

function listed(endpoint: Endpoint, { name, title, advice, isClosedWorld }: Tool): ListedTool {
  const isReading = endpoint.changes === undefined;
  return {
    name,
    title,
    description: advice === undefined ? endpoint.summary : `${endpoint.summary} ${advice}`,
    inputSchema: inputSchemaOf(endpoint),
    annotations: {
      title,
      readOnlyHint: isReading,
      destructiveHint: !isReading,
      // What is signed is done once, however often it is sent.
      idempotentHint: true,
      openWorldHint: isClosedWorld !== true,
    },
  };
}

/**
 * The row's own shape. It says nothing of a pass, which a model has no business with, and has no
 * choice at its top, which model providers refuse in a tool's input.
 */
function inputSchemaOf({ request: { body, query } }: Endpoint): ListedTool['inputSchema'] {
  const {
    $schema: _draft,
    id: _id,
    anyOf: _anyOf,
    properties = {},
    ...schema
  } = z.toJSONSchema(body ?? query ?? z.object({}), { io: 'input', unrepresentable: 'any' });
  const { pass: _pass, ...asked } = properties;
  return { ...schema, type: 'object', properties: asked };
}
