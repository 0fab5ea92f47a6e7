import type { z } from 'zod';
import type { DefinedRail } from '../define-rail.ts';
import { AdmissionError } from './admission-error.ts';
import { firstIssue } from './first-issue.ts';
import { unknownKey } from './unknown-key.ts';

/**
 * Reads the rail's part of the config. A key the rail does not know is refused, however loose its
 * schema is.
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
 * Judges the keys alone: values may be references to secrets that are not here, and a devnet adds
 * some of its own.
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
