import { satisfies, validRange } from 'semver';
import { AdmissionError } from './admission-error.ts';
import { showFound } from './show-found.ts';

/**
 * The host's rail API version. A change that an existing rail could notice raises the major. 2.1.0
 * added `isRefusable` and `mostTaken` of steps, `needs` of refusals, and `confirmations` and
 * `absence` of the inventory; 2.3.0 added `recall` of rails and of track steps.
 */
export const railApi = '2.3.0';

const shape = /^(?=.{2,32}$)[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/** The required format of an id or engine name, for messages. */
export const railIdRule = '2 to 32 small letters, digits and single dashes, starting with a letter';

export function isRailId(value: unknown): value is string {
  return typeof value === 'string' && shape.test(value);
}

/** The `interline` field of a plugin's package.json. */
export interface PackageField {
  readonly kind: 'rail';
  readonly id: string;
  /** The range of rail APIs the package runs on, such as `^1.0.0`. */
  readonly api: string;
}

export function readPackageField(packageName: string, field: unknown): PackageField {
  if (typeof field !== 'object' || field === null) {
    throw new AdmissionError(
      'NO_INTERLINE_FIELD',
      `package "${packageName}" is not an Interline plugin: its package.json has ${showFound(field)} as "interline"; wanted { "kind": "rail", "id", "api" }`,
    );
  }
  const { kind, id, api } = field as Record<string, unknown>;
  if (kind !== 'rail') {
    throw new AdmissionError(
      'BAD_KIND',
      `package "${packageName}" is a plugin of kind ${showFound(kind)}; this host takes kind "rail"`,
    );
  }
  if (!isRailId(id)) {
    throw new AdmissionError(
      'BAD_ID',
      `package "${packageName}" gives the rail id ${showFound(id)}; wanted ${railIdRule}`,
    );
  }
  return { kind, id, api: readRange(id, api) };
}

function readRange(id: string, api: unknown): string {
  if (typeof api !== 'string' || validRange(api) === null) {
    throw new AdmissionError(
      'BAD_API_RANGE',
      `rail "${id}" gives ${showFound(api)} as its rail API; wanted a semver range such as "^${railApi}"`,
    );
  }
  if (!satisfies(railApi, api)) {
    throw new AdmissionError(
      'API_NOT_OFFERED',
      `rail "${id}" needs rail API ${api}; this host offers ${railApi}`,
    );
  }
  return api;
}
