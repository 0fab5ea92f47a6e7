import { type Schema, typeOf } from './type-of.ts';

/** What the client's types are made from. */
export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly examples: Readonly<Record<string, unknown>>;
  };
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  /** Only where it is served beside the base path. */
  readonly servers?: unknown;
  readonly parameters?: readonly {
    readonly name?: string;
    readonly in?: string;
    readonly required?: boolean;
    readonly schema?: Schema;
  }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: { readonly 200: { readonly content: Partial<Content> } };
}

interface Content {
  readonly 'application/json': { readonly schema: Schema };
}

const banner = "// Written by `npm run client:types` from the service's OpenAPI document.\n\n";

/** Names of the document that would hide one of the language's own. */
const renamed: Readonly<Record<string, string>> = { Error: 'ErrorBody', Problem: 'ProblemBody' };

/**
 * The client's generated files by their path in the folder: a file a shape, and the table of
 * operations.
 */
export function clientTypes(document: OpenApiDocument): ReadonlyMap<string, string> {
  const named = Object.entries(document.components.schemas).map(
    ([name, schema]) => [renamed[name] ?? name, schema] as const,
  );
  const asked = namesOfParts(document);
  const shapes = new Map(
    [...named, ...[...asked].map(([text, { name, schema }]) => [name, schema, text] as const)].map(
      ([name, schema]) => [name, typeOf(schema, nameOf)],
    ),
  );
  return new Map([
    ...[...shapes].map(
      ([name, text]) =>
        [
          shapePath(name),
          `${banner}${importsOf(text, shapes, name)}export type ${name} = ${text};\n`,
        ] as const,
    ),
    [
      'error-code.ts',
      `${banner}export type ErrorCode =\n${codesOf(document)
        .map((code) => `  | '${code}'`)
        .join('\n')};\n`,
    ],
    ['operations.ts', operationsOf(document, shapes, asked)],
    [
      'shapes.ts',
      banner +
        [...shapes.keys()]
          .toSorted()
          .map((name) => `export type { ${name} } from './${shapePath(name)}';\n`)
          .join(''),
    ],
  ]);
}

interface Part {
  readonly name: string;
  readonly schema: Schema;
}

/**
 * Bodies, queries and answers without a name of their own, by their text. What several operations
 * share is called after the shortest of them.
 */
function namesOfParts(document: OpenApiDocument): ReadonlyMap<string, Part> {
  const parts = new Map<string, Part>();
  for (const { operation, kind, schema } of partsOf(document)) {
    if (schema.$ref !== undefined || schema.anyOf?.every(({ $ref }) => $ref !== undefined) === true)
      continue;
    const name = operation.operationId.replace(/^(get|post|delete)/, '') + kind;
    const text = typeOf(schema, nameOf);
    const known = parts.get(text);
    if (known === undefined || name.length < known.name.length) parts.set(text, { name, schema });
  }
  return parts;
}

function* partsOf(
  document: OpenApiDocument,
): Generator<{ readonly operation: Operation; readonly kind: string; readonly schema: Schema }> {
  for (const { operation } of rowsOf(document)) {
    for (const [kind, schema] of [
      ['Query', paramsOf(operation, 'query')],
      ['Body', operation.requestBody?.content['application/json'].schema],
      ['Answer', answerOf(operation)],
    ] as const) {
      if (schema !== undefined) yield { operation, kind, schema };
    }
  }
}

function rowsOf({
  paths,
}: OpenApiDocument): readonly { readonly key: string; readonly operation: Operation }[] {
  return Object.entries(paths)
    .flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({
        key: `${method.toUpperCase()} ${path}`,
        operation,
      })),
    )
    .filter(
      ({ operation }) =>
        operation.servers === undefined &&
        // What is bytes alone is for @interline/client/private.
        operation.responses[200].content['application/json'] !== undefined,
    );
}

function operationsOf(
  document: OpenApiDocument,
  shapes: ReadonlyMap<string, string>,
  asked: ReadonlyMap<string, Part>,
): string {
  const nameIn = (schema: Schema): string => {
    const text = typeOf(schema, nameOf);
    return asked.get(text)?.name ?? text;
  };
  const rows = rowsOf(document).map(({ key, operation }) => {
    const params = paramsOf(operation, 'path');
    const query = paramsOf(operation, 'query');
    const body = operation.requestBody?.content['application/json'].schema;
    const members = [
      ...(params === undefined
        ? []
        : [
            `params: { ${Object.keys(params.properties ?? {})
              .map((name) => `readonly ${name}: string`)
              .join('; ')} }`,
          ]),
      ...(query === undefined
        ? []
        : [`query${(query.required ?? []).length === 0 ? '?' : ''}: ${nameIn(query)}`]),
      ...(body === undefined ? [] : [`body: ${nameIn(body)}`]),
      `answer: ${nameIn(answerOf(operation))}`,
    ];
    return `  /** ${operation.summary} */\n  '${key}': { ${members.map((member) => `readonly ${member}`).join('; ')} };`;
  });
  const text = `/** Every operation by its method and path. */\nexport interface Operations {\n${rows.join('\n')}\n}\n`;
  return banner + importsOf(text, shapes, null, 'shapes/') + text;
}

function paramsOf({ parameters = [] }: Operation, place: string): Schema | undefined {
  const here = parameters.filter((one) => one.in === place);
  if (here.length === 0) return undefined;
  return {
    type: 'object',
    properties: Object.fromEntries(here.map(({ name = '', schema = {} }) => [name, schema])),
    required: here.flatMap(({ name = '', required = false }) => (required ? [name] : [])),
  };
}

function answerOf({ responses }: Operation): Schema {
  return responses[200].content['application/json']?.schema ?? {};
}

function importsOf(
  text: string,
  shapes: ReadonlyMap<string, string>,
  own: string | null,
  folder = '',
): string {
  const code = text.replaceAll(/\/\*\*.*?\*\//g, '').replaceAll(/'[^']*'/g, '');
  const used = [...shapes.keys()]
    .filter((name) => name !== own && new RegExp(`\\b${name}\\b`).test(code))
    .toSorted();
  return used.length === 0
    ? ''
    : `${used.map((name) => `import type { ${name} } from './${folder}${kebab(name)}.ts';`).join('\n')}\n\n`;
}

/** Every code that some operation may answer with: the document shows an example of each. */
function codesOf({ components }: OpenApiDocument): readonly string[] {
  return Object.keys(components.examples)
    .flatMap((name) => (name.startsWith('Error.') ? [name.slice('Error.'.length)] : []))
    .toSorted();
}

function nameOf(ref: string): string {
  const name = ref.slice(ref.lastIndexOf('/') + 1);
  return renamed[name] ?? name;
}

function shapePath(name: string): string {
  return `shapes/${kebab(name)}.ts`;
}

function kebab(name: string): string {
  return name.replaceAll(/(?<=[a-z0-9])[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
}
