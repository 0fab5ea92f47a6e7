import type { JSX } from 'preact';
import { shortened } from '../format/time.ts';
import { t } from '../words/t.ts';
import { Copy } from './copy.tsx';
import { OutIcon } from './icons.tsx';

/** An address or a hash: shortened for the eye, whole for the clipboard and the pointer. */
export function Long({
  text,
  what,
  href = null,
}: {
  readonly text: string;
  readonly what: string;
  readonly href?: string | null;
}): JSX.Element {
  return (
    <span class="long">
      <code data-copied title={text}>
        {shortened(text)}
      </code>
      <Copy text={text} what={what} />
      {href === null ? null : (
        <a
          class="icon-button"
          href={href}
          target="_blank"
          rel="noreferrer"
          aria-label={t('tx.explorer')}
        >
          <OutIcon />
        </a>
      )}
    </span>
  );
}
