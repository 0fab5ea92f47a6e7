import type { Console } from '@interline/client';
import type { JSX } from 'preact';
import { later } from '../../parts/later.tsx';
import { useStore } from '../../state/store.ts';
import { sendingStore } from './send.ts';

const List = later(async () => (await import('./review.tsx')).UnansweredList);

/** What was sent and not answered, wherever a transfer is begun or looked for. */
export function UnansweredTransfers({
  facts,
}: {
  readonly facts: Console | null;
}): JSX.Element | null {
  const { kept, ended } = useStore(sendingStore);
  return kept.length === 0 && ended === null ? null : <List facts={facts} />;
}
