/** What the documents of this harness use of JSON Schema. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
}

/** A schema as TypeScript. `nameOf` says what a referred one is called. */
export function typeOf(schema: Schema, nameOf: (ref: string) => string, indent = ''): string {
  if (schema.$ref !== undefined) return nameOf(schema.$ref);
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum !== undefined) return schema.enum.map(literal).join(' | ');
  // Beside members it only says which of them belong together.
  if (schema.anyOf !== undefined && schema.properties === undefined)
    return unionOf(schema.anyOf.map((one) => typeOf(one, nameOf, indent)));
  if (typeof schema.type === 'object')
    return unionOf(schema.type.map((type) => typeOf({ ...schema, type }, nameOf, indent)));
  switch (schema.type) {
    case 'integer':
      return 'number';
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return schema.type;
    case 'array':
      return arrayOf(typeOf(schema.items ?? {}, nameOf, indent));
    case 'object':
      return objectOf(schema, nameOf, indent);
    case undefined:
      return 'unknown';
    default:
      throw new Error(`no TypeScript is known for the schema type "${schema.type}"`);
  }
}

function objectOf(
  { properties = {}, required = [], additionalProperties }: Schema,
  nameOf: (ref: string) => string,
  indent: string,
): string {
  const inner = `${indent}  `;
  const others =
    typeof additionalProperties === 'object' ? typeOf(additionalProperties, nameOf, indent) : null;
  const members = Object.entries(properties).flatMap(([name, schema]) => [
    ...(schema.description === undefined ? [] : [`${inner}/** ${sentence(schema.description)} */`]),
    `${inner}readonly ${memberName(name)}${required.includes(name) ? '' : '?'}: ${typeOf(schema, nameOf, inner)};`,
  ]);
  if (members.length === 0)
    return others === null ? 'object' : `Readonly<Record<string, ${others}>>`;
  // Beside named members only an unknown one agrees with all of them.
  return [
    '{',
    ...members,
    ...(others === null ? [] : [`${inner}readonly [other: string]: unknown;`]),
    `${indent}}`,
  ].join('\n');
}

function unionOf(types: readonly string[]): string {
  return [...new Set(types)].join(' | ');
}

function arrayOf(item: string): string {
  return /^[\w.]+$|^\{[^|]*\}$/s.test(item) ? `readonly ${item}[]` : `readonly (${item})[]`;
}

function literal(value: unknown): string {
  return typeof value === 'string'
    ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
    : JSON.stringify(value);
}

function memberName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name);
}

function sentence(text: string): string {
  const plain = text.replaceAll('*/', '*\\/').replaceAll(/\s+/g, ' ').trim();
  return plain.charAt(0).toUpperCase() + plain.slice(1) + (/[.!?]$/.test(plain) ? '' : '.');
}
