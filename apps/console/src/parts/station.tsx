import type { JSX } from 'preact';

/** A chain as a stop on the way: its initials on a sign whose colour is its own. */
export function Station({ name }: { readonly name: string }): JSX.Element {
  return (
    <span class="station" data-hue={hueOf(name)} aria-hidden="true">
      {name.slice(0, 1)}
    </span>
  );
}

const hues = 7;

function hueOf(name: string): number {
  return [...name].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) % hues;
}
