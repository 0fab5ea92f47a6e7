import type { Client, Console, OperatorHealth } from '@interline/client';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { type Loaded, useLoaded } from '../../state/use-loaded.ts';
import { asOperator } from './session.ts';

export interface DeskProps {
  readonly facts: Console | null;
  /** For ages, to some seconds. */
  readonly now: number;
}

export interface HealthProps extends DeskProps {
  readonly health: Loaded<OperatorHealth>;
}

/** A part of the desk. What is folded is not asked for. */
export function Section({
  title,
  children,
}: {
  readonly title: string;
  readonly children: () => ComponentChildren;
}): JSX.Element {
  const [isOpen, setOpen] = useState(() => matchMedia('(min-width: 52rem)').matches);
  return (
    <details
      class="card part"
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        <h2>{title}</h2>
      </summary>
      {isOpen ? <div class="stack">{children()}</div> : null}
    </details>
  );
}

const ordered = 'interline-ordered';

/**
 * An order was carried out, or, where it is null, may have been: whatever is shown may be another now, and
 * what it was about may be gone.
 */
export function noteOrdered(what: string | null): void {
  dispatchEvent(new CustomEvent(ordered, { detail: what }));
}

/** The last order, where it was carried out; empty before the first. */
export function useOrdered(): string {
  const [what, setWhat] = useState('');
  useEffect(() => {
    const hear = (event: Event): void => {
      if (event instanceof CustomEvent) setWhat(String(event.detail ?? ''));
    };
    addEventListener(ordered, hear);
    return () => removeEventListener(ordered, hear);
  }, []);
  return what;
}

/** What the service answers the operator, again every so often and after each order. */
export function useAsked<T>(
  key: string,
  ask: (client: Client, signal: AbortSignal) => Promise<T>,
  everyMs = 60_000,
): Loaded<T> {
  const loaded = useLoaded(key, (signal) => asOperator((client) => ask(client, signal)), {
    everyMs,
  });
  const { reload } = loaded;
  useEffect(() => {
    addEventListener(ordered, reload);
    return () => removeEventListener(ordered, reload);
  }, [reload]);
  return loaded;
}
