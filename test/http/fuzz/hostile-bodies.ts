import fc from 'fast-check';
import { arbitraryOf } from '../openapi/arbitrary-of.ts';
import type { Schema, ServedDocument } from '../openapi/document.ts';

type Members = Readonly<Record<string, unknown>>;

/**
 * Bodies that begin as a good one, as the document's own schema, or as no body of ours at all, and
 * are then broken.
 */
export function hostileBodies(
  document: ServedDocument,
  schema: Schema,
  good: Members,
): fc.Arbitrary<Buffer> {
  return fc.oneof(
    { weight: 4, arbitrary: brokenBytes(JSON.stringify(good)) },
    { weight: 4, arbitrary: brokenMember(good) },
    {
      weight: 3,
      arbitrary: arbitraryOf(document, schema).map((drawn) =>
        asBytes({ ...good, ...(drawn as object) }),
      ),
    },
    { weight: 2, arbitrary: fc.json({ maxDepth: 6 }).map((text) => Buffer.from(text)) },
    { weight: 1, arbitrary: poisonedBodies(good) },
    { weight: 1, arbitrary: overgrown(good) },
  );
}

/** A good body with a way to a prototype in it, on top or inside a member. */
export function poisonedBodies(good: Members): fc.Arbitrary<Buffer> {
  const poison = fc.constantFrom(
    '"__proto__":{"live":true,"dryRun":false}',
    '"constructor":{"prototype":{"live":true}}',
    '"\\u005f_proto__":{"isOperator":true}',
    '"__proto__":null',
  );
  const text = JSON.stringify(good);
  const places = [...text.matchAll(/\{/g)].map(({ index }) => index + 1);
  return fc
    .tuple(poison, fc.constantFrom(...places))
    .map(([member, at]) =>
      Buffer.from(`${text.slice(0, at)}${member}${text[at] === '}' ? '' : ','}${text.slice(at)}`),
    );
}

/** Replaces, drops or doubles a run of bytes. */
function brokenBytes(text: string): fc.Arbitrary<Buffer> {
  return fc
    .tuple(fc.nat(text.length), fc.nat(12), fc.uint8Array({ maxLength: 12 }), fc.boolean())
    .map(([at, run, insert, doubled]) => {
      const bytes = Buffer.from(text);
      const kept = doubled ? bytes.subarray(at, at + run) : Buffer.alloc(0);
      return Buffer.concat([
        bytes.subarray(0, at),
        kept,
        insert,
        bytes.subarray(at + (doubled ? 0 : run)),
      ]);
    });
}

/** Gives one member, which may be new to the body, a value of another kind. */
function brokenMember(good: Members): fc.Arbitrary<Buffer> {
  return fc
    .tuple(fc.constantFrom(...Object.keys(good), 'pass'), fc.jsonValue({ maxDepth: 4 }))
    .map(([name, value]) => asBytes({ ...good, [name]: value }));
}

/**
 * As much as the cap lets in, shaped to cost a reader most: depth, members, items, digits, escapes.
 */
function overgrown(good: Members): fc.Arbitrary<Buffer> {
  const text = JSON.stringify(good).slice(0, -1);
  return fc
    .tuple(
      fc.constantFrom(
        (size: number) => '['.repeat(size / 2) + ']'.repeat(size / 2),
        (size: number) =>
          `{${Array.from({ length: size / 12 }, (_item, n) => `"k${n}":0`).join()}}`,
        (size: number) => `[${'0,'.repeat(size / 2)}0]`,
        (size: number) => `"${'9'.repeat(size)}"`,
        (size: number) => '9'.repeat(size),
        (size: number) => `"${'\\\\'.repeat(size / 2)}"`,
        (size: number) => `"${'\\u0041'.repeat(size / 6)}"`,
      ),
      fc.integer({ min: 100, max: 64_000 }),
    )
    .map(([grow, size]) => Buffer.from(`${text}${text === '{' ? '' : ','}"amount":${grow(size)}}`));
}

function asBytes(body: unknown): Buffer {
  return Buffer.from(JSON.stringify(body));
}
