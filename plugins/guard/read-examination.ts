import type { WayExamination } from '@interline/ports';
import { RelayError } from '@interline/kernel';
import { z } from 'zod';
import { plain } from './boundary-shapes.ts';
import { broken } from './plain-text.ts';

const places = z.array(z.string().max(1_000)).transform((list) =>
  // An engine may have given a member any name.
  list.map((place) => (plain().safeParse(place).success ? place : 'a member of no plain name')),
);

const shape = z
  .object({
    isPriced: z.boolean(),
    says: plain(),
    isNew: places,
    isMissing: places,
    isUnread: places,
  })
  .nullable();

export function readExamination(value: unknown, rail: string): WayExamination | null {
  const read = shape.safeParse(value);
  if (read.success) return read.data;
  throw new RelayError('RAIL_FAULT', { rail }, broken(rail, 'it answered no examination'));
}
