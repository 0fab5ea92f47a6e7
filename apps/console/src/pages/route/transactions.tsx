import type { Console, RouteReceipt } from '@interline/client';
import type { JSX } from 'preact';
import { chainName, explorerOf, Long } from '../../parts/names.tsx';
import { say, t, type WordKey } from '../../words/t.ts';

/** Both ends of the way, and the way back where there is one. */
export function Transactions({
  receipt,
  facts,
}: {
  readonly receipt: RouteReceipt;
  readonly facts: Console | null;
}): JSX.Element {
  const { srcTx, destTx, refundTx, from, to, status } = receipt;
  const isFailed = status === 'FAILED';
  const rows: readonly {
    readonly word: WordKey;
    readonly chain: number | string;
    readonly tx: string | null;
    readonly isDue: boolean;
  }[] = [
    { word: 'tx.out', chain: from.chain, tx: srcTx, isDue: !isFailed },
    { word: 'tx.in', chain: to.chain, tx: destTx, isDue: !isFailed },
    ...(refundTx === null
      ? []
      : [{ word: 'tx.back', chain: from.chain, tx: refundTx, isDue: true } as const]),
  ];
  return (
    <dl class="rows">
      {rows.map(({ word, chain, tx, isDue }) => (
        <div key={word}>
          <dt>
            {say(word)} <small>{t('tx.on', { chain: chainName(facts, chain) })}</small>
          </dt>
          <dd>
            {tx === null ? (
              <span class="faint">{isDue ? t('tx.notYet') : t('tx.never')}</span>
            ) : receipt.sandbox ? (
              <span class="faint">{t('tx.rehearsed')}</span>
            ) : (
              <Long text={tx} what={t('copy.hash')} href={explorerOf(facts, chain, tx)} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
