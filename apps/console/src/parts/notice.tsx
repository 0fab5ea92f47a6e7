import type { ComponentChildren, JSX } from 'preact';

export type Tone = 'good' | 'wait' | 'bad' | 'plain';

/** Something that a person should read now. */
export function Notice({
  tone,
  title,
  isAlert = false,
  children,
}: {
  readonly tone: Tone;
  readonly title: string;
  /** Read out at once: it stopped what its reader was about to do. */
  readonly isAlert?: boolean;
  readonly children?: ComponentChildren;
}): JSX.Element {
  return (
    <div class={`notice ${tone}`} role={isAlert ? 'alert' : 'status'}>
      <strong>{title}</strong>
      {children}
    </div>
  );
}
