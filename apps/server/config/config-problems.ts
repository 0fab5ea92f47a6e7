import { distance } from 'fastest-levenshtein';
import type { z } from 'zod';
import { configJsonSchema } from './config-json-schema.ts';

interface Shape {
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly const?: unknown;
}

/** Where in the data a problem is, and what it is. */
export interface ConfigProblem {
  readonly path: readonly PropertyKey[];
  readonly says: string;
}

/**
 * What validation found, one problem a field; an unknown key with the one that was probably
 * meant.
 */
export function configProblems(
  { issues }: { readonly issues: readonly z.core.$ZodIssue[] },
  data: unknown,
): readonly ConfigProblem[] {
  return issues.flatMap((issue): readonly ConfigProblem[] => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({
        path: [...issue.path, key],
        says: unknownKey(issue.path, key, data),
      }));
    if (issue.code === 'invalid_union' && issue.path.join() === 'profile')
      return [{ path: issue.path, says: profileWanted(data) }];
    if (issue.code === 'invalid_union' && issue.message === unworded)
      return configProblems({ issues: meantAlternative(issue) }, data);
    return [{ path: issue.path, says: `${issue.path.join('.') || 'config'}: ${issue.message}` }];
  });
}

/** What zod says of a union that has no words of its own. */
const unworded = 'Invalid input';

/**
 * The issues of the alternative that the data is nearest to: the one that knows most of its keys.
 */
function meantAlternative({
  path,
  errors,
}: z.core.$ZodIssueInvalidUnion): readonly z.core.$ZodIssue[] {
  const strangers = (issues: readonly z.core.$ZodIssue[]): number =>
    issues.filter(({ code }) => code === 'unrecognized_keys').length;
  const [meant = []] = errors.toSorted((one, other) => strangers(one) - strangers(other));
  return meant.map((issue) => ({ ...issue, path: [...path, ...issue.path] }));
}

function unknownKey(path: readonly PropertyKey[], key: string, data: unknown): string {
  const meant = nearWord(key, knownKeys(path, data));
  return `${path.join('.') || 'config'}: Unrecognized key: "${key}"${meant === undefined ? '' : `; did you mean "${meant}"?`}`;
}

function profileWanted(data: unknown): string {
  const profile = memberOf(data, 'profile');
  const typo =
    typeof data === 'object' && data !== null
      ? Object.keys(data).find((key) => nearWord(key, ['profile']) !== undefined)
      : undefined;
  const found = profile === undefined ? 'none' : JSON.stringify(profile);
  return `profile: wanted devnet or mainnet, found ${found}${profile === undefined && typo !== undefined ? `; "${typo}" may be meant for it` : ''}`;
}

/** The keys that the schema has at a path, of the profile that the data names. */
function knownKeys(path: readonly PropertyKey[], data: unknown): readonly string[] {
  const profile = memberOf(data, 'profile');
  let shapes = alternatives(configJsonSchema()).filter(
    ({ properties }) => properties?.['profile']?.const === profile,
  );
  for (const step of path)
    shapes = shapes.flatMap(({ properties, items }) =>
      alternatives((typeof step === 'number' ? items : properties?.[String(step)]) ?? {}),
    );
  return [...new Set(shapes.flatMap(({ properties = {} }) => Object.keys(properties)))];
}

function alternatives(shape: Shape): readonly Shape[] {
  return [shape, ...[...(shape.anyOf ?? []), ...(shape.oneOf ?? [])].flatMap(alternatives)];
}

function memberOf(data: unknown, name: string): unknown {
  return typeof data === 'object' && data !== null ? Reflect.get(data, name) : undefined;
}

/** Letters that may be wrong: two are swapped neighbours, and long words have more of them. */
const mostWrong = ({ length }: string): number => Math.max(2, Math.floor(length / 3));

/** The one of the words that was probably meant; undefined where none is near. */
export function nearWord(typed: string, words: readonly string[]): string | undefined {
  const [nearest] = words
    .map((word) => ({ word, far: distance(typed.toLowerCase(), word.toLowerCase()) }))
    .filter(({ word, far }) => far <= mostWrong(word))
    .sort((one, other) => one.far - other.far);
  return nearest?.word;
}
