import type { Console, RouteReceipt } from '@interline/client';
import type { JSX } from 'preact';
import { Copy } from '../../parts/copy.tsx';
import { Long } from '../../parts/long.tsx';
import { chainName, explorerOf } from '../../parts/names.ts';
import { say, t, type WordKey } from '../../words/t.ts';
import { isGoingBack } from './amount-rows.ts';

/** Both ends of the way, the way back where there is one, and whose the far end is. */
export function Transactions({
  receipt,
  facts,
}: {
  readonly receipt: RouteReceipt;
  readonly facts: Console | null;
}): JSX.Element {
  const { srcTx, destTx, refundTx, refund, from, to, status } = receipt;
  const isOver = status === 'DONE' || status === 'FAILED';
  const rows: readonly {
    readonly word: WordKey;
    readonly chain: number | string;
    readonly tx: string | null;
    readonly isDue: boolean;
  }[] = [
    { word: 'tx.out', chain: from.chain, tx: srcTx, isDue: !isOver },
    { word: 'tx.in', chain: to.chain, tx: destTx, isDue: !isOver && !isGoingBack(receipt) },
    ...(refund === undefined
      ? []
      : [
          {
            word: refund.state === 'done' ? 'tx.back' : 'tx.toBack',
            chain: from.chain,
            tx: refund.tx ?? refundTx,
            isDue: true,
          } as const,
        ]),
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
      <div>
        <dt>{t('route.recipient')}</dt>
        <dd class="long">
          <code data-copied>{to.recipient}</code>
          <Copy text={to.recipient} what={t('copy.address')} />
        </dd>
      </div>
      {to.memo === undefined ? null : (
        <div>
          <dt>
            {t('route.memo')} <small>{to.memo.type}</small>
          </dt>
          <dd>{to.memo.value}</dd>
        </div>
      )}
    </dl>
  );
}
