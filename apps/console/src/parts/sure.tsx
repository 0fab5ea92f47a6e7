import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

/** A button for what cannot be taken back: it asks first, and says what would be lost. */
export function Sure({
  label,
  sure,
  not,
  onSure,
  children,
}: {
  readonly label: string;
  readonly sure: string;
  readonly not: string;
  readonly onSure: () => void;
  readonly children?: ComponentChildren;
}): JSX.Element {
  const [isAsked, setAsked] = useState(false);
  const way = useRef<HTMLButtonElement>(null);
  // The button that was pressed is gone: the next key is for the way out.
  useEffect(() => {
    if (isAsked) way.current?.focus();
  }, [isAsked]);
  if (!isAsked)
    return (
      <button type="button" class="button quiet" onClick={() => setAsked(true)}>
        {label}
      </button>
    );
  return (
    <>
      {children}
      <div class="row">
        <button
          type="button"
          class="button"
          onClick={() => {
            setAsked(false);
            onSure();
          }}
        >
          {sure}
        </button>
        <button type="button" class="button quiet" ref={way} onClick={() => setAsked(false)}>
          {not}
        </button>
      </div>
    </>
  );
}
