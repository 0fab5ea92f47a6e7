import fc from 'fast-check';
import type { Schema, ServedDocument } from './document.ts';

/** Values that a schema of the document accepts, with every optional member there or not. */
export function arbitraryOf(document: ServedDocument, given: Schema): fc.Arbitrary<unknown> {
  const schema = document.shape(given);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const cases = schema.anyOf ?? schema.oneOf;
  if (cases !== undefined) return fc.oneof(...cases.map((one) => arbitraryOf(document, one)));
  switch (schema.type) {
    case 'string':
      return textOf(schema);
    case 'integer':
      return fc.integer({ min: leastOf(schema), max: mostOf(schema) });
    case 'number':
      return fc.double({ min: leastOf(schema), max: mostOf(schema), noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(arbitraryOf(document, schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 3, (schema.minItems ?? 0) + 3),
      });
    case 'object':
      return membersOf(document, schema);
    case undefined:
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function textOf({ pattern, minLength = 0, maxLength }: Schema): fc.Arbitrary<string> {
  // fast-check writes no strings for Unicode classes; plain ones belong to them all.
  if (pattern !== undefined && !pattern.includes('\\p{'))
    return fc
      .stringMatching(new RegExp(pattern))
      .filter((text) => text.length <= (maxLength ?? Infinity));
  return fc.string({ minLength, maxLength: Math.min(maxLength ?? 40, minLength + 40) });
}

function leastOf({ minimum, exclusiveMinimum }: Schema): number {
  return minimum ?? (exclusiveMinimum === undefined ? -1_000_000 : exclusiveMinimum + 1);
}

function mostOf({ maximum = 1_000_000 }: Schema): number {
  return Math.min(maximum, 0x7fffffff);
}

function membersOf(
  document: ServedDocument,
  { properties = {}, required = [] }: Schema,
): fc.Arbitrary<unknown> {
  return fc.record(
    Object.fromEntries(
      Object.entries(properties).map(([name, member]) => [name, arbitraryOf(document, member)]),
    ),
    { requiredKeys: [...required] },
  );
}
