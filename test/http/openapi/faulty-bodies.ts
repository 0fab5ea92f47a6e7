import type { Schema, ServedDocument } from './document.ts';
import { faultyValues } from './faulty-values.ts';

type Members = Readonly<Record<string, unknown>>;

/**
 * The good body with one thing wrong: a member missing, of another type, at or beyond a bound,
 * hostile, or of an unknown name.
 */
export function faultyBodies(
  document: ServedDocument,
  given: Schema,
  good: Members,
): readonly unknown[] {
  const { properties = {} } = document.shape(given);
  return [
    ...Object.keys(good).map((name) => without(good, name)),
    ...Object.entries(properties).flatMap(([name, member]) =>
      faultyMembers(document, member, good[name]).map((value) => ({ ...good, [name]: value })),
    ),
    { ...good, unasked: 1 },
    { ...good, toString: 'x', valueOf: 1 },
    [],
    [good],
    'text',
    7,
    null,
  ];
}

/** One level down too: an object's members, an array's first item. */
function faultyMembers(
  document: ServedDocument,
  member: Schema,
  example: unknown,
): readonly unknown[] {
  const { items, properties } = document.shape(member);
  const inner =
    isMembers(example) && properties !== undefined ? faultyBodies(document, member, example) : [];
  const [first] = Array.isArray(example) ? (example as readonly unknown[]) : [];
  const innerItems =
    items === undefined || first === undefined
      ? []
      : faultyMembers(document, items, first).map((value) => [value]);
  return [...faultyValues(document, member, example), ...inner, ...innerItems];
}

function without(members: Members, name: string): Members {
  return Object.fromEntries(Object.entries(members).filter(([one]) => one !== name));
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
