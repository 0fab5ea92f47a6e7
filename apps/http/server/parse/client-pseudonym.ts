import { createHash } from 'node:crypto';

/** Tells clients apart for daily budgets without keeping their networks. */
export function clientPseudonym(network: string, salt: string): string {
  return createHash('sha256').update(`${network}\n${salt}`).digest('hex').slice(0, 24);
}
