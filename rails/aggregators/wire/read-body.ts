import { type RailOutcome, refuse, type RelayError } from '@interline/plugins';
import { z } from 'zod';
import { engineFault } from './engine-fault.ts';

/**
 * Reads a response in the shape that the engine documents; any other shape is `RAIL_FAULT`. The
 * error names the place, never the engine's own text.
 */
export function readBody<Shape extends z.ZodType>(
  shape: Shape,
  body: unknown,
  engine: string,
  step: string,
): z.output<Shape> {
  const read = shape.safeParse(body);
  if (read.success) return read.data;
  const place = read.error.issues[0]?.path.join('.') ?? '';
  throw otherShape(engine, step, place);
}

function otherShape(engine: string, step: string, place: string): RelayError {
  return engineFault(
    engine,
    step,
    `${engine} answered its ${step} in another shape than it documents${place === '' ? '' : `, at ${place}`}`,
  );
}

/** A list in a body whose items `readItems` reads one by one, each in this shape. */
export function itemsOf(item: z.ZodType) {
  return z.array(z.unknown()).meta({ item });
}

interface ItemList {
  readonly engine: string;
  readonly step: string;
  /** The list's place in the response. */
  readonly place: string;
  /** Records an item that was left out. */
  readonly leftOut: (place: string) => void;
}

interface ReadItems<Item> {
  readonly items: readonly Item[];
  /** Adds the number of items left out to the reason of a refusal. */
  readonly told: <T>(outcome: RailOutcome<T>) => RailOutcome<T>;
}

/**
 * Reads the items of a list one by one and leaves out those not in the documented shape.
 * `RAIL_FAULT` where no item can be read.
 */
export function readItems<Shape extends z.ZodType>(
  shape: Shape,
  list: readonly unknown[],
  { engine, step, place, leftOut }: ItemList,
): ReadItems<z.output<Shape>> {
  const items: z.output<Shape>[] = [];
  const unread: string[] = [];
  for (const [index, item] of list.entries()) {
    const read = shape.safeParse(item);
    if (read.success) items.push(read.data);
    else unread.push(`${place}.${index}`);
  }
  const [first] = unread;
  if (first !== undefined && items.length === 0) throw otherShape(engine, step, first);
  unread.forEach(leftOut);
  return {
    items,
    told: (outcome) =>
      outcome.ok || first === undefined
        ? outcome
        : refuse(outcome.code, `${outcome.reason}; ${unread.length} of its offers cannot be read`),
  };
}
