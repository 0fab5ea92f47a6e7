import type { Route } from '../route.ts';

/** What one turn did with a route. */
export type Turn =
  /** It moved; look again at once. */
  | { readonly kind: 'moved'; readonly route: Route }
  /** Nothing more can be done before that time. */
  | { readonly kind: 'later'; readonly atMs: number }
  /** Nothing is owed any more. */
  | { readonly kind: 'ended'; readonly route: Route };

export function moved(route: Route): Turn {
  return { kind: 'moved', route };
}

export function later(atMs: number): Turn {
  return { kind: 'later', atMs };
}
