import { AdmissionError } from './admission-error.ts';

/**
 * Which of the found rails run. Entries are rail ids or package names; `*` matches any characters.
 */
export interface RailChoice {
  /** All found rails when left out. */
  readonly include?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
  /** Ids of rails with settings in the config, including excluded ones. */
  readonly configured?: readonly string[];
}

interface Named {
  readonly id: string;
  readonly name: string;
}

/**
 * A name without a match is refused on every list, because a typo must neither lose a rail nor
 * leave one running.
 */
export function chooseRails<T extends Named>(
  found: readonly T[],
  { include, exclude = [], configured = [] }: RailChoice,
): readonly T[] {
  for (const pattern of [...(include ?? []), ...exclude]) {
    if (!isWildcard(pattern) && !found.some((rail) => namesRail(pattern, rail)))
      throw unknown(pattern, found);
  }
  for (const id of configured) if (!found.some((rail) => rail.id === id)) throw unknown(id, found);
  return found
    .filter((rail) => include === undefined || include.some((pattern) => namesRail(pattern, rail)))
    .filter((rail) => !exclude.some((pattern) => namesRail(pattern, rail)));
}

function unknown(name: string, found: readonly Named[]): AdmissionError {
  return new AdmissionError(
    'UNKNOWN_RAIL',
    `the config names the rail "${name}"; the deployment's dependencies bring ${found.map(({ id }) => id).join(', ') || 'none'}`,
  );
}

/** Whether the pattern matches the rail's id or package; `*` matches any characters. */
function namesRail(pattern: string, rail: { readonly id: string; readonly name: string }): boolean {
  const shape = new RegExp(`^${pattern.split('*').map(escape).join('.*')}$`);
  return shape.test(rail.id) || shape.test(rail.name);
}

function isWildcard(pattern: string): boolean {
  return pattern.includes('*');
}

function escape(text: string): string {
  return text.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
}
