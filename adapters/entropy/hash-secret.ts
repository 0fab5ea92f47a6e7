import { createHash } from 'node:crypto';

/** SHA-256 in hex. For secrets that were drawn at random: none of them can be guessed from its hash. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
