import { keptAs } from './service.ts';
import { createStore } from './store.ts';

/** When a private question shows a pass, which is spent by that: never by itself. */
export const spendings = ['never', 'at-limit', 'each'] as const;
export type Spending = (typeof spendings)[number];

/** How this browser's person asks; kept, for who asked privately once is not to ask otherwise unawares. */
interface Privacy {
  readonly isPrivate: boolean;
  readonly spending: Spending;
}

const key = keptAs('asking');
const plainly: Privacy = { isPrivate: false, spending: 'never' };

export const privacyStore = createStore<Privacy>(kept() ?? plainly);

export function changePrivacy(part: Partial<Privacy>): void {
  const next = { ...(kept() ?? privacyStore.get()), ...part };
  if (part.isPrivate === undefined) hear(next);
  else privacyStore.set(next);
  try {
    localStorage.setItem(key, JSON.stringify(next));
  } catch {
    // It holds for as long as the tab is open.
  }
}

/** Another tab says how is asked. What this one asks privately it goes on asking so. */
function hear(next: Privacy): void {
  privacyStore.set({ ...next, isPrivate: next.isPrivate || privacyStore.get().isPrivate });
}
addEventListener('storage', (event) => {
  if (event.key === key || event.key === null) hear(kept() ?? plainly);
});

export function forgetPrivacy(): void {
  privacyStore.set(plainly);
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing is kept there.
  }
}

/** A private request came to nothing, and why: nobody carried it out. */
export class PrivateTrouble extends Error {
  override readonly name = 'PrivateTrouble';
}

/** Null where nothing is kept, or nothing can be. */
function kept(): Privacy | null {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    if (typeof found !== 'object' || found === null) return null;
    const { isPrivate, spending }: Partial<Record<keyof Privacy, unknown>> = found;
    return {
      isPrivate: isPrivate === true,
      spending: spendings.find((one) => one === spending) ?? plainly.spending,
    };
  } catch {
    return null;
  }
}
