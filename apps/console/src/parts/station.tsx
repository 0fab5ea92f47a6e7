import type { JSX } from 'preact';

/** A chain as a stop on the way: the first of its name on a sign whose colour is its own. */
export function Station({ name }: { readonly name: string }): JSX.Element {
  return (
    <span class="station" data-hue={hueOf(name)} aria-hidden="true">
      {name.slice(0, 2)}
    </span>
  );
}

/** Chosen so that the chains people use most differ from each other. */
function hueOf(name: string): number {
  return [...name].reduce((sum, letter) => (sum * 14 + letter.charCodeAt(0)) % 997, 11) % 7;
}
