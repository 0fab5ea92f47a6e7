/** A time as Horizon writes it, without fractions of a second. */
export function isoTime(second: number): string {
  return new Date(second * 1_000).toISOString().replace('.000Z', 'Z');
}

/** A resource's own link and those to its lists. */
export function linksOf(
  self: string,
  lists: readonly string[],
): Record<string, { href: string; templated?: boolean }> {
  return {
    self: { href: self },
    ...Object.fromEntries(
      lists.map((name) => [
        name,
        { href: `${self}/${name}{?cursor,limit,order}`, templated: true },
      ]),
    ),
  };
}
