/** What this room reads of a JSON Schema. */
export interface JsonSchema {
  readonly $ref?: string;
  /** Several where a value may also be null. */
  readonly type?: string | readonly string[];
  readonly examples?: readonly unknown[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly minimum?: number;
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
}

/** By the name that stands behind `#/components/schemas/`. */
export type JsonSchemas = Readonly<Record<string, JsonSchema>>;
