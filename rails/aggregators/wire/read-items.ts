import { type RailOutcome, RelayError, refuse } from '@interline/plugins';
import type { z } from 'zod';

export interface ItemList {
  readonly engine: string;
  readonly step: string;
  /** Where the list stands in the answer. */
  readonly place: string;
  /** Notes an item that was left out. */
  readonly leftOut: (place: string) => void;
}

export interface ReadItems<Item> {
  readonly items: readonly Item[];
  /** An outcome found among the items, with what was left out said beside its refusal. */
  readonly told: <T>(outcome: RailOutcome<T>) => RailOutcome<T>;
}

/**
 * The items of a list one by one: what is not of the documented shape is left out. `RAIL_FAULT`
 * where none of them can be read.
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
  if (first !== undefined && items.length === 0)
    throw new RelayError(
      'RAIL_FAULT',
      { rail: engine, step },
      `${engine} answered its ${step} in another shape than it documents, at ${first}`,
    );
  unread.forEach(leftOut);
  return {
    items,
    told: (outcome) =>
      outcome.ok || first === undefined
        ? outcome
        : refuse(outcome.code, `${outcome.reason}; ${unread.length} of its offers cannot be read`),
  };
}
