import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { expect } from 'chai';

/** What the tests read of JSON Schema. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

interface Media {
  readonly schema?: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly $ref: string }>>;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'path' | 'header';
  readonly required?: boolean;
  readonly schema: Schema;
  readonly example?: unknown;
}

interface WrittenOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly servers?: readonly unknown[];
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, Media>> }>
  >;
}

export interface Operation extends WrittenOperation {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** Where it stands in the document, as a JSON pointer. */
  readonly pointer: string;
}

export interface OpenApi {
  readonly openapi: string;
  readonly info: { readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, WrittenOperation>>>>;
  readonly webhooks: Readonly<Record<string, Readonly<Record<string, WrittenOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly examples: Readonly<Record<string, { readonly value: unknown }>>;
  };
}

/** A document as it was served, with its shapes ready to check by. */
export class ServedDocument {
  readonly written: OpenApi;
  readonly operations: readonly Operation[];
  readonly #ajv = new Ajv2020({ strict: false, allErrors: false });
  readonly #compiled = new Map<string, ValidateFunction>();

  constructor(written: OpenApi) {
    this.written = written;
    this.#ajv.addSchema(written, 'document');
    this.operations = Object.entries(written.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({
        ...operation,
        path,
        method: method.toUpperCase() as Operation['method'],
        pointer: `/paths/${escaped(path)}/${method}`, // CAST: the three the table knows.
      })),
    );
  }

  static async of(url: string): Promise<ServedDocument> {
    // CAST: what it says is what the tests are about.
    return new ServedDocument((await (await fetch(`${url}/openapi.json`)).json()) as OpenApi);
  }

  /** Null, or how the value differs from the schema at that place of the document. */
  faultOf(pointer: string, value: unknown): string | null {
    // Many places say the same; compiling it once for all is most of what these tests would cost.
    const text = JSON.stringify(this.#at(pointer));
    const check = this.#compiled.get(text) ?? this.#ajv.compile({ $ref: `document#${pointer}` });
    this.#compiled.set(text, check);
    return check(value) ? null : this.#ajv.errorsText(check.errors);
  }

  #at(pointer: string): unknown {
    return pointer
      .split('/')
      .slice(1)
      .reduce<unknown>(
        (inner, part) =>
          Reflect.get(
            Object(inner),
            decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'),
          ),
        this.written,
      );
  }

  /** The schema itself, with a reference followed. */
  shape(schema: Schema): Schema {
    if (schema.$ref === undefined) return schema;
    const found = this.written.components.schemas[schema.$ref.replace('#/components/schemas/', '')];
    expect(found, schema.$ref).not.to.equal(undefined);
    return found ?? {};
  }

  bodyOf({ requestBody }: Operation): Schema | null {
    const schema = requestBody?.content['application/json']?.schema;
    return schema === undefined ? null : this.shape(schema);
  }
}

export function bodyPointer({ pointer }: Operation): string {
  return `${pointer}/requestBody/content/application~1json/schema`;
}

export function answerPointer({ pointer }: Operation, status: number, type: string): string {
  return `${pointer}/responses/${status}/content/${escaped(type)}/schema`;
}

/** Parameters that are written in place; headers are written once for all. */
export function parametersOf({ parameters = [] }: Operation): readonly Parameter[] {
  return parameters.filter((one): one is Parameter => 'name' in one);
}

function escaped(part: string): string {
  return part
    .replaceAll('~', '~0')
    .replaceAll('/', '~1')
    .replaceAll('{', '%7B')
    .replaceAll('}', '%7D');
}
