import { isPlainText } from './plain-text.ts';

/**
 * The sentence for an answer outside the contract. `found` is ours; where a rail's word got into
 * it, it is left out.
 */
export function broken(name: string, found: string): string {
  const sentence = `${name} broke the rail contract: ${found}`;
  return isPlainText(sentence) ? sentence : `${name} broke the rail contract`;
}
