import { type Refusal, refuse } from '@interline/plugins';

type Told = readonly [
  field: string,
  asked: string | number | bigint,
  told: string | number | bigint,
];

/** Refuses a price of another transfer than the asked one; null where all fields match. */
export function estimateMismatch(engine: string, fields: readonly Told[]): Refusal | null {
  const strange = fields.find(([, asked, told]) => asked !== told);
  return strange === undefined
    ? null
    : refuse('NO_ROUTE', `${engine} answers for another ${strange[0]} than was asked for`);
}
