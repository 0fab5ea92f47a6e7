import { settingsSchemas } from '@interline/plugins';
import { configJsonSchema } from '@interline/server';
import { expect } from 'chai';

interface Setting {
  readonly path: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
}

type Schema = Readonly<Record<string, unknown>>;

describe("the schema of a deployment's config, its rails' settings included", () => {
  let settings: readonly Setting[];
  before(async () => {
    settings = settingsOf(configJsonSchema(await settingsSchemas(process.cwd())), '');
  });

  it('describes every setting in a sentence', () => {
    const undescribed = settings.filter(({ schema }) => !/^[A-Z0-9].*\.$/s.test(described(schema)));

    expect(settings.length).to.be.greaterThan(300);
    expect(undescribed.map(({ path }) => path)).to.deep.equal([]);
  });

  it('says of each what it is if it is left out, by its default or in words', () => {
    const unsaid = settings.filter(
      ({ schema, isRequired }) =>
        !isRequired && !('default' in schema) && !/Left out|left out/.test(described(schema)),
    );

    expect(unsaid.map(({ path }) => path)).to.deep.equal([]);
  });

  it('says the unit that the name of a setting ends with', () => {
    const units: readonly (readonly [ending: RegExp, word: RegExp])[] = [
      [/Sec$/, /second/],
      [/Ms$/, /millisecond/],
      [/Days$/, /days/i],
      [/Pct$/, /percent/],
      [/Bps$/, /basis points/],
      [/Usd$/, /dollar/],
      [/Wei$/, /\bwei\b/],
    ];
    const unsaid = settings.filter(({ path, schema }) =>
      units.some(([ending, word]) => ending.test(path) && !word.test(described(schema))),
    );

    expect(unsaid.map(({ path }) => path)).to.deep.equal([]);
  });
});

function described(schema: Schema): string {
  const { description } = schema;
  return typeof description === 'string' ? description : '';
}

function settingsOf(value: unknown, path: string): readonly Setting[] {
  if (Array.isArray(value)) return value.flatMap((one) => settingsOf(one, path));
  if (typeof value !== 'object' || value === null) return [];
  const schema = value as Schema; // CAST: an object of JSON Schema.
  const required = (schema['required'] ?? []) as readonly string[]; // CAST: as JSON Schema says.
  const named = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>); // CAST: likewise.
  const own = named.map(([name, one]) => ({
    path: `${path}.${name}`,
    schema: one,
    isRequired: required.includes(name),
  }));
  return [
    ...own,
    ...own.flatMap((setting) => settingsOf(setting.schema, setting.path)),
    ...['items', 'additionalProperties', 'oneOf', 'anyOf', 'allOf'].flatMap((key) =>
      settingsOf(schema[key], `${path}[]`.replace(/(\[\])+$/, '[]')),
    ),
  ];
}
