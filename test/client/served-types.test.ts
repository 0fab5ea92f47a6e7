import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { generatedFolder } from './generated-folder.ts';
import { servedTypes } from './served-types.ts';
import { typeOf } from './type-of.ts';

describe("the client's generated types", () => {
  it('are what the served document says; npm run client:types rewrites them', async () => {
    const served = await servedTypes();

    const stale = [...served].filter(([path, text]) => textAt(path) !== text).map(([path]) => path);
    const left = readdirSync(generatedFolder, { recursive: true, encoding: 'utf8' }).filter(
      (path) => path.endsWith('.ts') && !served.has(path),
    );

    expect({ stale, left }).to.deep.equal({ stale: [], left: [] });
  });
});

describe('a schema as a type', () => {
  for (const [schema, type] of [
    [{ type: 'integer' }, 'number'],
    [{ type: ['string', 'null'] }, 'string | null'],
    [{ enum: ["it's", 2, null] }, "'it\\'s' | 2 | null"],
    [{ const: true, type: 'boolean' }, 'true'],
    [
      { anyOf: [{ type: 'integer' }, { type: 'number' }, { $ref: '#/components/schemas/Quote' }] },
      'number | Quote',
    ],
    [{ type: 'array', items: { type: ['string', 'null'] } }, 'readonly (string | null)[]'],
    [{ type: 'array', items: { $ref: '#/components/schemas/Quote' } }, 'readonly Quote[]'],
    [
      { type: 'object', additionalProperties: { type: 'string' } },
      'Readonly<Record<string, string>>',
    ],
    [
      {
        type: 'object',
        properties: { 'a-b': {}, c: { type: 'string', description: 'so */ it is' } },
        required: ['c'],
        additionalProperties: {},
      },
      "{\n  readonly 'a-b'?: unknown;\n  /** So *\\/ it is. */\n  readonly c: string;\n  readonly [other: string]: unknown;\n}",
    ],
  ] as const) {
    it(`says ${JSON.stringify(schema)} in TypeScript`, () => {
      expect(typeOf(schema, (ref) => ref.slice('#/components/schemas/'.length))).to.equal(type);
    });
  }

  it('refuses what it has no word for', () => {
    expect(() => typeOf({ type: 'file' }, (ref) => ref)).to.throw(
      'no TypeScript is known for the schema type "file"',
    );
  });
});

function textAt(path: string): string | null {
  const file = join(generatedFolder, path);
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}
