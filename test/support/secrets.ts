/** Something that must never be said, with a name for the report of a leak. */
export interface Secret {
  readonly name: string;
  readonly text: string;
}

/** A run of this many characters is already too much of a secret. */
const tellingLength = 24;

/**
 * Names of the secrets, or of a telling part of them, that the text holds: as they are, in another
 * case, or encoded.
 */
export function leaksIn(text: string, secrets: readonly Secret[]): readonly string[] {
  const lower = text.toLowerCase();
  return secrets
    .filter((secret) => formsOf(secret.text).some((form) => lower.includes(form.toLowerCase())))
    .map((secret) => secret.name);
}

function formsOf(secret: string): readonly string[] {
  const bare = secret.replace(/^0x/, '');
  const parts = [0, bare.length >> 1, bare.length - tellingLength].map((from) =>
    bare.slice(Math.max(0, from)).slice(0, tellingLength),
  );
  const coded = [
    Buffer.from(secret).toString('base64').replace(/=+$/, ''),
    encodeURIComponent(secret),
    Buffer.from(secret).toString('hex'),
  ];
  // The padding of calldata is not a secret.
  return [...parts.filter((part) => new Set(part).size > 5), ...coded];
}
