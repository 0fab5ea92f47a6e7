import type { Console } from '@interline/client';
import type { JSX } from 'preact';
import { shortened } from '../format/time.ts';
import { t } from '../words/t.ts';
import { Copy } from './copy.tsx';
import { OutIcon } from './icons.tsx';

export type ChainFacts = Console['chains'][number];

export function chainOf(facts: Console | null, chain: number | string): ChainFacts | null {
  return facts?.chains.find((one) => String(one.chain) === String(chain)) ?? null;
}

/** Its name, or what requests call it. */
export function chainName(facts: Console | null, chain: number | string): string {
  return chainOf(facts, chain)?.name ?? String(chain);
}

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

/** A transaction's page; null where the deployment names no explorer, or says what is no URL. */
export function explorerOf(
  facts: Console | null,
  chain: number | string,
  tx: string,
): string | null {
  const template = chainOf(facts, chain)?.explorerTx ?? null;
  return template === null || !template.startsWith('https://')
    ? null
    : template.replace('{tx}', encodeURIComponent(tx));
}
