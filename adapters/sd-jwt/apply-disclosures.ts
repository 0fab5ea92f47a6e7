import { isRecord } from '@interline/kernel';
import type { Claims, SdJwt } from '@interline/ports';

export interface Disclosure {
  readonly digest: string;
  /** Null for an element of a list. */
  readonly name: string | null;
  readonly value: unknown;
}

/** No mandate is this deep; a hostile token must not exhaust the stack. */
const deepest = 20;

/**
 * The claims with every disclosure in its place (RFC 9901, 7.1). Null where a digest occurs twice,
 * a disclosure has no digest, or a disclosure names a claim that exists already.
 */
export function applyDisclosures(
  payload: Claims,
  disclosures: readonly Disclosure[],
): Pick<SdJwt, 'claims' | 'hidden'> | null {
  const byDigest = new Map(disclosures.map((one) => [one.digest, one]));
  if (byDigest.size !== disclosures.length) return null;
  const seen = new Set<string>();
  const hidden: string[] = [];
  let used = 0;

  const take = (digest: unknown, isInList: boolean, path: string): Disclosure | null => {
    if (typeof digest !== 'string' || seen.has(digest)) throw new Unsound();
    seen.add(digest);
    const found = byDigest.get(digest);
    if (found === undefined) {
      hidden.push(path);
      return null;
    }
    if ((found.name === null) !== isInList) throw new Unsound();
    used += 1;
    return found;
  };

  const within = (value: unknown, path: string, depth: number): unknown => {
    if (depth > deepest) throw new Unsound();
    if (Array.isArray(value))
      return value.flatMap((element: unknown, index) => {
        const place = `${path}[${index}]`;
        if (!isDigest(element)) return [within(element, place, depth + 1)];
        const found = take(element['...'], true, place);
        return found === null ? [] : [within(found.value, place, depth + 1)];
      });
    if (!isRecord(value)) return value;
    const { _sd: digests = [], _sd_alg: _named, ...plain } = value;
    if (!Array.isArray(digests) || '...' in plain) throw new Unsound();
    const at = (name: string): string => (path === '' ? name : `${path}.${name}`);
    const claims = new Map<string, unknown>(
      Object.entries(plain).map(([name, one]) => [name, within(one, at(name), depth + 1)]),
    );
    for (const digest of digests as readonly unknown[]) {
      const found = take(digest, false, at('_sd'));
      if (found === null) continue;
      const name = found.name ?? '';
      if (claims.has(name) || reserved.has(name)) throw new Unsound();
      claims.set(name, within(found.value, at(name), depth + 1));
    }
    return Object.fromEntries(claims);
  };

  try {
    const claims = within(payload, '', 0) as Claims; // CAST: an object stays one.
    return used === disclosures.length ? { claims, hidden } : null;
  } catch (error) {
    if (error instanceof Unsound) return null;
    throw error;
  }
}

/** Names that would be read as digests, or as another object's prototype. */
const reserved = new Set(['_sd', '...', '_sd_alg', '__proto__']);

function isDigest(element: unknown): element is { readonly '...': unknown } {
  return (
    typeof element === 'object' &&
    element !== null &&
    '...' in element &&
    Object.keys(element).length === 1
  );
}

class Unsound extends Error {}
