import { RelayError } from '@interline/plugins';
import type { z } from 'zod';

/**
 * An engine's answer as the shape it documents; anything else is `RAIL_FAULT`. Only the place is
 * told, never the engine's own text.
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
  throw new RelayError(
    'RAIL_FAULT',
    { rail: engine, step },
    `${engine} answered its ${step} in another shape than it documents${place === '' ? '' : `, at ${place}`}`,
  );
}
