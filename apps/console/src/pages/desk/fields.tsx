import type { Console } from '@interline/client';
import type { JSX } from 'preact';
import { shownFields } from './shown.ts';

/** Names and values, as an entry of the desk or an order has them; with what they were, where they change. */
export function Fields({
  facts,
  fields,
  before = {},
}: {
  readonly facts: Console | null;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly before?: Readonly<Record<string, unknown>>;
}): JSX.Element {
  const was = new Map(shownFields(facts, before));
  return (
    <dl class="rows small">
      {shownFields(facts, { ...before, ...fields }).map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {was.has(name) && was.get(name) !== text ? <s>{was.get(name)}</s> : null} {text}
          </dd>
        </div>
      ))}
    </dl>
  );
}
