import { z } from 'zod';

/**
 * The differences between a response and the shape that reads it, by paths such as `steps[].items`.
 */
export interface ShapeDifference {
  /** Present but not named by the shape: a reader drops it silently. */
  readonly unnamed: readonly string[];
  /** Named by the shape but missing, although the shape requires it or would use a default. */
  readonly missing: readonly string[];
  /** Present but unreadable. */
  readonly unread: readonly string[];
}

/**
 * Compares a response with the shape that reads it, without changing the shape's strictness. For a
 * union the first member that reads the value counts; values read as null are ignored.
 */
export function compareShape(shape: z.ZodType, answer: unknown): ShapeDifference {
  const found = {
    unnamed: new Set<string>(),
    missing: new Set<string>(),
    unread: new Set<string>(),
  };
  compare(shape, answer, '', found);
  return {
    unnamed: [...found.unnamed],
    missing: [...found.missing],
    unread: [...found.unread],
  };
}

type Found = Readonly<Record<keyof ShapeDifference, Set<string>>>;

function compare(shape: z.core.$ZodType, value: unknown, at: string, found: Found): void {
  const inner = unwrapped(shape);
  if (value === undefined || value === null) {
    // A catch accepts anything, so its inner type decides whether the member is required.
    const wanted = shape instanceof z.ZodCatch ? shape.def.innerType : shape;
    if (z.safeParse(wanted, value).success) return;
    found[value === undefined ? 'missing' : 'unread'].add(at);
    return;
  }
  if (inner instanceof z.ZodObject && isRecord(value)) {
    for (const name of Object.keys(value).filter((one) => !(one in inner.shape)))
      found.unnamed.add(join(at, name));
    const members: Readonly<Record<string, z.core.$ZodType>> = inner.shape;
    for (const [name, member] of Object.entries(members))
      compare(member, value[name], join(at, name), found);
    return;
  }
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    const item = (inner.meta()?.['item'] ?? inner.element) as z.core.$ZodType; // CAST: of itemsOf.
    for (const one of value) compare(item, one, `${at}[]`, found);
    return;
  }
  if (inner instanceof z.ZodUnion) {
    const options = inner.options; // CAST: a union's members.
    const reads = options.find((option) => z.safeParse(option, value).success);
    if (reads !== undefined) {
      if (z.safeParse(reads, value).data !== null) compare(reads, value, at, found);
      return;
    }
    const likely = isRecord(value) ? mostAlike(options, value) : undefined;
    if (likely === undefined) found.unread.add(at);
    else compare(likely, value, at, found);
    return;
  }
  if (!z.safeParse(inner, value).success) found.unread.add(at);
}

/** The shape within optional, nullable, default, catch and transform. */
function unwrapped(shape: z.core.$ZodType): z.core.$ZodType {
  if (
    shape instanceof z.ZodCatch ||
    shape instanceof z.ZodOptional ||
    shape instanceof z.ZodNullable ||
    shape instanceof z.ZodDefault
  )
    return unwrapped(shape.def.innerType);
  // A leaf is parsed as a whole, its transforms included.
  return shape instanceof z.ZodPipe && hasMembers(unwrapped(shape.def.in))
    ? unwrapped(shape.def.in)
    : shape;
}

function hasMembers(shape: z.core.$ZodType): boolean {
  return shape instanceof z.ZodObject || shape instanceof z.ZodArray || shape instanceof z.ZodUnion;
}

/** The member of a union that names most of the present members. */
function mostAlike(
  options: readonly z.core.$ZodType[],
  value: Readonly<Record<string, unknown>>,
): z.core.$ZodType | undefined {
  const namedBy = (option: z.core.$ZodType): number => {
    const inner = unwrapped(option);
    return inner instanceof z.ZodObject
      ? Object.keys(value).filter((name) => name in inner.shape).length
      : 0;
  };
  return options
    .filter((option) => namedBy(option) > 0)
    .toSorted((a, b) => namedBy(b) - namedBy(a))[0];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function join(at: string, name: string): string {
  return at === '' ? name : `${at}.${name}`;
}

/** The shape of an engine's quotes, and their other known members. */
export interface KnownQuote {
  readonly shape: z.ZodType;
  /** Paths of members that no reader needs, including everything below them. */
  readonly unused: ReadonlySet<string>;
}

/** `unused` as words. */
export function quoteKnownBy(shape: z.ZodType, unused: string): KnownQuote {
  return { shape, unused: new Set(unused.trim().split(/\s+/)) };
}
