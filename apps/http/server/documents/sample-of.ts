import type { JsonSchema, JsonSchemas } from './json-schema.ts';
import { usualValues } from './usual-values.ts';

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
      return usualValues[name] ?? 'text';
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
