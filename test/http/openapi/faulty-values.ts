import type { Schema, ServedDocument } from './document.ts';

/** One of each JSON type, with the shapes that loose readers take for something else. */
const ofEveryType: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  '',
  '0',
  '-1',
  '1e3',
  '0x10',
  ' 1',
  [],
  [[]],
  {},
  { toString: 'x' },
];

const hostileTexts: readonly string[] = [
  '\u0000',
  '\ud800',
  '__proto__',
  'constructor',
  '../../etc/passwd',
  '%00',
  '${7*7}',
  "' OR 1=1 --",
  '<script>alert(1)</script>',
  '\u202e\u0661\u0662',
  '9'.repeat(79),
  '9'.repeat(5_000),
  'a'.repeat(20_000),
  '0x'.concat('f'.repeat(129)),
];

/** Values just beyond the bounds that a schema states. */
function beyondBounds(
  { minLength, maxLength, minimum, maximum, minItems, maxItems }: Schema,
  example: unknown,
): readonly unknown[] {
  const items = Array.isArray(example) ? (example as readonly unknown[]) : [];
  return [
    ...(minLength === undefined || minLength === 0 ? [] : ['x'.repeat(minLength - 1)]),
    ...(maxLength === undefined ? [] : ['x'.repeat(maxLength), 'x'.repeat(maxLength + 1)]),
    ...(minimum === undefined ? [] : [minimum, minimum - 1]),
    ...(maximum === undefined ? [] : [maximum, maximum + 1]),
    ...(minItems === undefined ? [] : [items.slice(0, minItems - 1)]),
    ...(maxItems === undefined || items.length === 0
      ? []
      : [
          Array.from({ length: maxItems }, () => items[0]),
          Array.from({ length: maxItems + 1 }, () => items[0]),
        ]),
  ];
}

/** What to put in place of one member: other types, bounds, hostile text. */
export function faultyValues(
  document: ServedDocument,
  member: Schema,
  example: unknown,
): readonly unknown[] {
  const schema = document.shape(member);
  const cases = [schema, ...(schema.anyOf ?? []).map((one) => document.shape(one))];
  return [...ofEveryType, ...hostileTexts, ...cases.flatMap((one) => beyondBounds(one, example))];
}
