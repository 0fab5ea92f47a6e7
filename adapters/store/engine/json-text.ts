/**
 * Text of a value of ours, bigints kept: `5n` is written `{"$n":"5"}`, and a key that starts with
 * `$` gets a second one, so that a plugin's own `{"$n":"5"}` comes back as it was.
 */
export function toJsonText(value: unknown): string {
  return JSON.stringify(packed(value));
}

export function fromJsonText(text: string): unknown {
  return unpacked(JSON.parse(text));
}

function packed(value: unknown): unknown {
  if (typeof value === 'bigint') return { $n: value.toString() };
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(packed);
  const into: Record<string, unknown> = {};
  for (const [key, part] of Object.entries(value))
    put(into, key.startsWith('$') ? `$${key}` : key, packed(part));
  return into;
}

function unpacked(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(unpacked);
  if ('$n' in value && typeof value.$n === 'string') return BigInt(value.$n);
  const into: Record<string, unknown> = {};
  for (const [key, part] of Object.entries(value))
    put(into, key.startsWith('$') ? key.slice(1) : key, unpacked(part));
  return into;
}

// Plain assignment to `__proto__` would change the object's prototype and lose the key.
function put(into: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__')
    Object.defineProperty(into, key, {
      value,
      enumerable: true,
      writable: true,
      configurable: true,
    });
  else into[key] = value;
}
