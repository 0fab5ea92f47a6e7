import { createHash } from 'node:crypto';

/** SHA-256 in hex. For secrets drawn at random, which cannot be guessed from their hashes. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
