/** Stands where the amount goes. */
const marker = 0xa5a5_5a5a_a5a5_5a5an;

/**
 * Calldata by its parties and its amount: encoded once, since an engine that encodes takes the
 * processor from what is measured.
 */
export function callTemplate<Parties extends readonly string[]>(
  encode: (units: bigint, ...parties: Parties) => string,
): (units: bigint, ...parties: Parties) => string {
  const templates = new Map<string, readonly string[]>();
  return (units, ...parties) => {
    const key = parties.join();
    const pieces = templates.get(key) ?? encode(marker, ...parties).split(word(marker));
    templates.set(key, pieces);
    return pieces.join(word(units));
  };
}

function word(value: bigint): string {
  return value.toString(16).padStart(64, '0');
}
