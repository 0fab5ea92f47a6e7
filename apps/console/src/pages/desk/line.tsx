import type { ComponentChildren, JSX } from 'preact';

/** A row of a list: what it is, what is to be said of it, and how it stands at its end. */
export function Line({
  title,
  tag = null,
  tone = 'FAILED',
  href,
  notes,
  end,
  endNote,
  children,
}: {
  readonly title: ComponentChildren;
  readonly tag?: string | null;
  /** As the tags of the routes have them. */
  readonly tone?: string;
  readonly href?: string;
  /** What is null or empty is left out. */
  readonly notes?: readonly ComponentChildren[];
  readonly end?: ComponentChildren;
  readonly endNote?: ComponentChildren;
  readonly children?: ComponentChildren;
}): JSX.Element {
  return (
    <li>
      <span>
        <strong>{href === undefined ? title : <a href={href}>{title}</a>}</strong>
        {notes?.map((note, at) =>
          note === null || note === '' ? null : <small key={at}>{note}</small>,
        )}
      </span>
      <span class="end">
        {tag === null ? null : <span class={`tag ${tone}`}>{tag}</span>}
        {end}
        {endNote === undefined ? null : <small>{endNote}</small>}
      </span>
      {children}
    </li>
  );
}
