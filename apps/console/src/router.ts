/** Where the page is. Addresses are hashes, so one file serves them all behind any path. */
export type Place =
  | { readonly page: 'move' }
  | { readonly page: 'route'; readonly id: string }
  | { readonly page: 'routes'; readonly search: string }
  | { readonly page: 'passes' }
  | { readonly page: 'desk'; readonly view: string }
  | { readonly page: 'unknown' };

const routeId = /^(rt|sbx)_[0-9a-f]{32}$/;

export function placeOf(hash: string): Place {
  const [path = '', query = ''] = hash.replace(/^#?\/?/, '').split('?');
  const [page = '', ...rest] = path.split('/').map(decoded);
  const [first = ''] = rest;
  if (page === '') return { page: 'move' };
  if (page === 'route' && routeId.test(first)) return { page: 'route', id: first };
  if (page === 'routes')
    return { page: 'routes', search: new URLSearchParams(query).get('q') ?? '' };
  if (page === 'passes') return { page: 'passes' };
  if (page === 'desk') return { page: 'desk', view: first };
  return { page: 'unknown' };
}

export function hrefOf(place: Exclude<Place, { page: 'unknown' }>): string {
  switch (place.page) {
    case 'move':
      return '#/';
    case 'route':
      return `#/route/${place.id}`;
    case 'routes':
      return place.search === '' ? '#/routes' : `#/routes?q=${encodeURIComponent(place.search)}`;
    case 'passes':
      return '#/passes';
    case 'desk':
      return place.view === '' ? '#/desk' : `#/desk/${place.view}`;
  }
}

/** What a person typed or pasted into the search: an id, a link to one, or a transaction's hash. */
export function searchOf(
  text: string,
): { readonly id: string } | { readonly tx: string } | { readonly wrong: string } {
  const trimmed = text.trim();
  const id = /(?:rt|sbx)_[0-9a-f]{32}/.exec(trimmed)?.[0];
  if (id !== undefined) return { id };
  if (/^(0x)?[0-9a-fA-F]{64}$/.test(trimmed)) return { tx: trimmed.toLowerCase() };
  return { wrong: trimmed };
}

/** A half of an escape is no reason to show nothing. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
