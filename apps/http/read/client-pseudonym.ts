import { createHash } from 'node:crypto';

/** Tells clients apart for daily budgets without keeping their addresses. */
export function clientPseudonym(address: string, salt: string): string {
  const plain = address.startsWith('::ffff:') ? address.slice(7) : address;
  return createHash('sha256').update(`${plain}\n${salt}`).digest('hex').slice(0, 24);
}
