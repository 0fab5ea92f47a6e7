import { z } from 'zod';

/** The problem document of Horizon for what its ledger does not have. */
const notFound = z.object({
  type: z.string().regex(/\/horizon-errors\/not_found$/),
  status: z.literal(404),
});

/**
 * Whether a 404 is Horizon's own word. That of a gateway, or of a wrong base path, must not read as
 * "this account does not exist", or as "it has sent nothing".
 */
export function isHorizonNotFound({
  status,
  body,
}: {
  readonly status: number;
  readonly body: string;
}): boolean {
  if (status !== 404) return false;
  try {
    return notFound.safeParse(JSON.parse(body)).success;
  } catch {
    return false;
  }
}
