import type { CompareResult, Preflight } from '@interline/client';
import { askedOnce } from '../../state/asked-once.ts';
import { createStore } from '../../state/store.ts';
import type { MoveForm } from './wanted.ts';

interface FormState {
  readonly form: MoveForm | null;
  readonly chosen: string | null;
  /** The body that somebody wanted asked about privately: nothing else is. */
  readonly asked: string | null;
}

const empty: FormState = { form: null, chosen: null, asked: null };

/** What was filled in stays while other pages are looked at. */
export const formStore = createStore(empty);

/** What was answered privately stays, too: asked again by itself, it would be known by that, and spend passes. */
export const privateOffers = askedOnce<CompareResult>();
export const privateFindings = askedOnce<Preflight>();

export function forgetForm(): void {
  formStore.set(empty);
  askAgain();
}

export function askAgain(): void {
  privateOffers.forget();
  privateFindings.forget();
}
