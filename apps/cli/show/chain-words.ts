/**
 * A chain as every command says it: `Base (8453)`, the name and what a command takes for it; the latter
 * alone where no name is known, or none is needed: `stellar`.
 */
export function chainWords(chain: string | number, name: string | undefined): string {
  const id = String(chain);
  return name === undefined || name.toLowerCase() === id ? id : `${name} (${id})`;
}
