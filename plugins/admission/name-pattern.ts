/**
 * True where the pattern names the rail: by id or package, `*` standing for any run of characters.
 */
export function namesRail(
  pattern: string,
  rail: { readonly id: string; readonly name: string },
): boolean {
  const shape = new RegExp(`^${pattern.split('*').map(escape).join('.*')}$`);
  return shape.test(rail.id) || shape.test(rail.name);
}

export function isWildcard(pattern: string): boolean {
  return pattern.includes('*');
}

function escape(text: string): string {
  return text.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
}
