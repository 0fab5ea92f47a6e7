import { badField } from './bad-field.ts';

/**
 * A query string as fields; one that is given twice is refused, for nobody could say which counts.
 */
export function readQuery(querystring: string): Readonly<Record<string, string>> {
  if (querystring === '') return {};
  const fields = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(querystring)) {
    if (fields.has(name))
      throw badField(
        name.slice(0, 40),
        `${JSON.stringify(name.slice(0, 40))} is given twice in the query`,
      );
    fields.set(name, value);
  }
  return Object.fromEntries(fields);
}
