import type { RouteExecuteBody } from '@interline/client';
import { keptList, type Shelf } from './kept-list.ts';
import type { OwnRoute } from './kept-routes.ts';

/** A transfer that was given to the service, kept from before it was sent until its answer is known. */
export interface Unanswered {
  /** Its Idempotency-Key, under which the service does it once. */
  readonly key: string;
  /** It was to be sent through a relay, and is sent again in no other way. */
  readonly isPrivate: boolean;
  readonly body: RouteExecuteBody;
  /** What the list of own routes says of it once it is one. */
  readonly route: Omit<OwnRoute, 'id' | 'refundClaim'>;
}

/** None is pushed out by others: each may be money that has left. */
export function unansweredOn(name: string, shelf?: () => Shelf) {
  const { read, change } = keptList(name, isOne, ({ key }) => key, shelf);
  return {
    read,
    keep: (one: Unanswered) =>
      change((before) => (before.some(({ key }) => key === one.key) ? before : [one, ...before])),
    drop: (dropped: string) => change((before) => before.filter(({ key }) => key !== dropped)),
  };
}

function isOne(value: unknown): value is Unanswered {
  if (typeof value !== 'object' || value === null) return false;
  const { key, body, route }: Partial<Record<keyof Unanswered, unknown>> = value;
  return (
    [typeof key, typeof body, typeof route].join() === 'string,object,object' && !!body && !!route
  );
}
