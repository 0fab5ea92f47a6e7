import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { t } from '../words/t.ts';
import { CheckIcon, CopyIcon } from './icons.tsx';

/** Copies a text that stands beside it. Without a clipboard, as on plain http, it selects it instead. */
export function Copy({
  text,
  what,
  isHidden = false,
}: {
  readonly text: string;
  readonly what: string;
  /** The text is shown nowhere: where it cannot be copied, nothing happens. */
  readonly isHidden?: boolean;
}): JSX.Element {
  const [told, setTold] = useState('');
  const button = useRef<HTMLButtonElement>(null);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setTold(t('copy.done'));
    } catch {
      const shown = isHidden ? null : button.current?.parentElement?.querySelector('[data-copied]');
      if (shown !== null && shown !== undefined) getSelection()?.selectAllChildren(shown);
      setTold(t('copy.select'));
    }
    setTimeout(() => setTold(''), 2_000);
  };
  return (
    <>
      <button
        type="button"
        ref={button}
        class="icon-button"
        aria-label={t('copy.copy', { what })}
        onClick={() => void copy()}
      >
        {told === '' ? <CopyIcon /> : <CheckIcon />}
      </button>
      <span class="unseen" role="status">
        {told}
      </span>
    </>
  );
}
