let isDue = false;

/** The page is another one: its heading takes the focus, so that a reader hears where they are. */
export function focusHeading(): void {
  isDue = true;
  document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
}

/** A heading came later than its page, or in the place of another: it takes the focus that was lost with that. */
export function headingShown(): void {
  if (isDue && document.activeElement === document.body) focusHeading();
}
