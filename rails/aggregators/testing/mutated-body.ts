import type { Json } from '@interline/plugins';
import fc from 'fast-check';

type Path = readonly (string | number)[];
type Hurt = (body: Json) => Json;

/**
 * Values that no engine's field should have: wrong types, and text that is almost a number or an
 * address.
 */
const oddities: readonly Json[] = [
  null,
  true,
  0,
  1,
  -1,
  1.5,
  1e21,
  '',
  ' ',
  '0',
  '-1',
  '+1',
  '1.0',
  '1e6',
  '01',
  ' 1',
  '1 ',
  '0x',
  '0x1',
  '\u0661\u0662',
  '9'.repeat(80),
  'constructor',
  '0x0000000000000000000000000000000000000000',
  '0x4444444444444444444444444444444444444444',
  `0x${'ab'.repeat(400)}`,
  [],
  {},
  [null],
  [[]],
  [{}],
  { length: 1 },
];

/**
 * The sound body with one to four mutations: a field missing, of another type, taken from elsewhere
 * in the body, duplicated, or with one character changed.
 */
export function mutatedBody(sound: Json): fc.Arbitrary<Json> {
  return fc
    .array(hurt, { minLength: 1, maxLength: 4 })
    .map((hurts) => hurts.reduce((body, hurtIt) => hurtIt(body), sound));
}

const seat = fc.nat({ max: 100_000 });

const hurt: fc.Arbitrary<Hurt> = fc.oneof(
  seat.map(
    (at): Hurt =>
      (body) =>
        without(body, pathAt(body, at)),
  ),
  fc.tuple(seat, fc.oneof(fc.constantFrom(...oddities), fc.string(), fc.nat())).map(
    ([at, odd]): Hurt =>
      (body) =>
        changed(body, pathAt(body, at), () => odd),
  ),
  fc.tuple(seat, seat).map(
    ([at, from]): Hurt =>
      (body) =>
        changed(body, pathAt(body, at), () => valueAt(body, pathAt(body, from))),
  ),
  seat.map(
    (at): Hurt =>
      (body) =>
        changed(body, pathAt(body, at), retyped),
  ),
  fc.tuple(seat, seat, fc.constantFrom(...'0123456789abcdefG.')).map(
    ([at, index, character]): Hurt =>
      (body) =>
        changed(body, pathAt(body, at), (old) => oneCharacterOff(old, index, character)),
  ),
);

function retyped(value: Json): Json {
  if (typeof value === 'string') return /^[0-9]{1,15}$/.test(value) ? Number(value) : [value];
  if (typeof value === 'number') return value.toString();
  return isList(value) ? [...value, ...value] : [value];
}

function oneCharacterOff(value: Json, index: number, character: string): Json {
  if (typeof value === 'number') return value + 1;
  if (typeof value !== 'string' || value === '') return value;
  const at = index % value.length;
  return value.slice(0, at) + character + value.slice(at + 1);
}

/** Keyed by body: the sound one is mutated thousands of times. */
const knownPaths = new WeakMap<object, readonly Path[]>();

function pathAt(body: Json, at: number): Path {
  const paths = pathsOf(body);
  return paths[at % paths.length] ?? [];
}

function pathsOf(body: Json): readonly Path[] {
  if (typeof body !== 'object' || body === null) return [[]];
  const paths = knownPaths.get(body) ?? pathsIn(body);
  knownPaths.set(body, paths);
  return paths;
}

function pathsIn(value: Json, here: Path = []): readonly Path[] {
  return [here, ...childrenOf(value).flatMap(([key, child]) => pathsIn(child, [...here, key]))];
}

function childrenOf(value: Json): readonly (readonly [string | number, Json])[] {
  if (isList(value)) return value.map((child, index) => [index, child] as const);
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

function valueAt(body: Json, path: Path): Json {
  return path.reduce<Json>(
    (value, key) => childrenOf(value).find(([name]) => name === key)?.[1] ?? null,
    body,
  );
}

function changed(body: Json, path: Path, change: (old: Json) => Json): Json {
  const [key, ...rest] = path;
  if (key === undefined) return change(body);
  if (isList(body))
    return body.map((child, index) => (index === key ? changed(child, rest, change) : child));
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, child]) => [
      name,
      name === key ? changed(child, rest, change) : child,
    ]),
  );
}

function without(body: Json, path: Path): Json {
  const key = path.at(-1);
  if (key === undefined) return null;
  return changed(body, path.slice(0, -1), (parent) =>
    isList(parent)
      ? parent.filter((_, index) => index !== key)
      : Object.fromEntries(childrenOf(parent).filter(([name]) => name !== key)),
  );
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
