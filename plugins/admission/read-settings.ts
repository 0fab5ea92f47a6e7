import type { z } from 'zod';
import type { DefinedRail } from '../define-rail.ts';
import { AdmissionError } from './admission-error.ts';
import { firstIssue } from './show-found.ts';

/**
 * Reads the rail's part of the config. An unknown key is refused, even if the rail's schema is
 * loose.
 */
export function readSettings(
  id: string,
  { settings: schema }: DefinedRail,
  given: unknown = {},
): unknown {
  const read = parse(id, schema, given);
  if (!read.success)
    throw new AdmissionError(
      'BAD_SETTINGS',
      `rail "${id}" cannot use its settings: ${firstIssue(read.error)}`,
    );
  checkSettingNames(id, { settings: schema }, given);
  return read.data;
}

/**
 * Checks only the keys: values may be references to missing secrets, and a devnet adds some of its
 * own.
 */
export function checkSettingNames(
  id: string,
  { settings: schema }: Pick<DefinedRail, 'settings'>,
  given: unknown,
): void {
  const stray = unknownKey(schema, given);
  if (stray !== null)
    throw new AdmissionError(
      'BAD_SETTINGS',
      `rail "${id}" has no setting "${stray}"; a key it does not know is a typo`,
    );
}

/** Checks the given values. Placeholders of secrets are skipped, and so is what a devnet adds. */
export function checkSettingValues(
  id: string,
  { settings: schema }: Pick<DefinedRail, 'settings'>,
  given: unknown,
  isStandIn: (value: unknown) => boolean,
): void {
  const read = parse(id, schema, given);
  if (read.success) return;
  const ofGiven = read.error.issues.filter(({ path }) => {
    const value = valueAt(given, path);
    return value !== undefined && !isStandIn(value);
  });
  if (ofGiven.length > 0)
    throw new AdmissionError(
      'BAD_SETTINGS',
      `rail "${id}" cannot use its settings: ${firstIssue({ issues: ofGiven })}`,
    );
}

function valueAt(given: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? // CAST: it has that very key.
          (value as Readonly<Record<PropertyKey, unknown>>)[key]
        : undefined,
    given,
  );
}

function parse(id: string, schema: z.ZodType, given: unknown): z.ZodSafeParseResult<unknown> {
  try {
    return schema.safeParse(given);
  } catch (cause) {
    throw new AdmissionError(
      'BAD_SETTINGS',
      `rail "${id}" cannot read its settings: the schema threw; wanted one that parses without waiting`,
      { cause },
    );
  }
}

/** The inner schemas a zod definition may hold, by the names zod gives them. */
interface SchemaParts {
  readonly innerType?: z.core.$ZodType;
  readonly in?: z.core.$ZodType;
  readonly element?: z.core.$ZodType;
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>;
  readonly catchall?: z.core.$ZodType;
}

/**
 * The place of a value with a key that its schema does not name, or null. zod drops such keys by
 * default; in a config they are typos.
 */
function unknownKey(schema: z.core.$ZodType, value: unknown, place = ''): string | null {
  // CAST: zod types each kind's definition apart; these are the members that hold other schemas.
  const parts = schema._zod.def as SchemaParts;
  const inner = parts.innerType ?? parts.in;
  if (inner !== undefined) return unknownKey(inner, value, place);
  if (Array.isArray(value))
    return parts.element === undefined
      ? null
      : unknownAmong(
          value.map((item, index) => [String(index), item]),
          () => parts.element,
          place,
        );
  const { shape } = parts;
  if (shape === undefined || typeof value !== 'object' || value === null) return null;
  // A strict object's catchall is `never`, so it accepts no other key either.
  const isClosed = parts.catchall === undefined || parts.catchall._zod.def.type === 'never';
  const stray = isClosed ? Object.keys(value).find((key) => !Object.hasOwn(shape, key)) : undefined;
  return stray === undefined
    ? unknownAmong(Object.entries(value), (key) => shape[key], place)
    : `${place}${stray}`;
}

function unknownAmong(
  entries: readonly (readonly [string, unknown])[],
  schemaOf: (key: string) => z.core.$ZodType | undefined,
  place: string,
): string | null {
  for (const [key, item] of entries) {
    const schema = schemaOf(key);
    const found = schema === undefined ? null : unknownKey(schema, item, `${place}${key}.`);
    if (found !== null) return found;
  }
  return null;
}
