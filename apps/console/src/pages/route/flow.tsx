import type { RouteReceipt } from '@interline/client';
import type { JSX } from 'preact';
import { formatMoney, unitsOf } from '../../format/amount.ts';
import { t } from '../../words/t.ts';
import { bandsOf, flowSize } from './flow-bands.ts';
import { isGoingBack } from './amount-rows.ts';

/** How the value parts on its way: by the quote until it arrived, by what arrived then. */
export function Flow({ receipt }: { readonly receipt: RouteReceipt }): JSX.Element | null {
  const amount = unitsOf(receipt.from.amount);
  if (amount === null) return null;
  const money = (units: bigint | null, side: 'from' | 'to'): string =>
    units === null ? '' : formatMoney(units, receipt[side].decimals);
  const fee = unitsOf(receipt.quoted.svcFee) ?? 0n;
  const sent = { sent: money(amount, 'from'), symbol: receipt.from.symbol };
  if (isGoingBack(receipt)) {
    const back = unitsOf(receipt.refund?.units) ?? 0n;
    if (back === 0n) return null;
    const filling = { ...sent, back: money(back, 'from') };
    return (
      <Picture
        caption={
          receipt.refund?.state === 'done'
            ? t('flow.captionBack', filling)
            : t('flow.captionToBack', filling)
        }
        bands={bandsOf([
          { kind: 'back', units: back },
          { kind: 'fee', units: amount > back ? amount - back : 0n },
        ])}
      />
    );
  }
  const engine = unitsOf(receipt.feeParts.engine) ?? 0n;
  const kept = engine > 0n ? engine : 0n;
  const delivered = unitsOf(receipt.to.delivered);
  const arrives = money(delivered ?? unitsOf(receipt.to.estimated), 'to');
  const filling = {
    ...sent,
    fee: money(fee, 'from'),
    delivered: arrives,
    toSymbol: receipt.to.symbol,
  };
  return (
    <Picture
      caption={delivered === null ? t('flow.captionOpen', filling) : t('flow.caption', filling)}
      bands={bandsOf([
        { kind: 'arrives', units: amount - fee - kept },
        { kind: 'fee', units: fee },
        { kind: 'engine', units: kept },
      ])}
    />
  );
}

function Picture({
  caption,
  bands,
}: {
  readonly caption: string;
  readonly bands: ReturnType<typeof bandsOf>;
}): JSX.Element | null {
  // What does not part is told by its number.
  if (bands.length < 2) return null;
  return (
    <figure class="flow">
      <svg
        viewBox={`0 0 ${flowSize.width} ${flowSize.height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={caption}
      >
        {bands.map(({ kind, path }) => (
          <path key={kind} class={kind} d={path} />
        ))}
      </svg>
      <figcaption>{caption}</figcaption>
    </figure>
  );
}
