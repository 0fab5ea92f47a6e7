import type { Console, RouteReceipt } from '@interline/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { formatUnits, typedAmount, unitsOf } from '../../format/amount.ts';
import { formatSpan } from '../../format/time.ts';
import { ClockNotice } from '../../parts/clock.tsx';
import { Copy } from '../../parts/copy.tsx';
import { chainName } from '../../parts/names.ts';
import { Notice } from '../../parts/notice.tsx';
import { typedIn } from '../../parts/typed-in.ts';
import { Problem } from '../../parts/problem.tsx';
import { Qr } from '../../parts/qr.tsx';
import { ownRoutes } from '../../state/own-routes.ts';
import { client, clockLagMs, post } from '../../state/service.ts';
import { useNow } from '../../state/use-now.ts';
import { t } from '../../words/t.ts';

type DepositFacts = NonNullable<RouteReceipt['deposit']>;

/** What is to be paid and where to, and what came of it. */
export function Deposit({
  receipt,
  deposit,
  facts,
}: {
  readonly receipt: RouteReceipt;
  readonly deposit: DepositFacts;
  readonly facts: Console | null;
}): JSX.Element {
  const { symbol, decimals } = receipt.from;
  const write = (text: string | undefined): string => formatUnits(unitsOf(text) ?? 0n, decimals);
  const due = deposit.total?.missing ?? deposit.amount;
  // Enough may be seen, and wait for its block: nothing more is asked for then.
  const isAwaited = receipt.status === 'AWAITING_DEPOSIT' && due !== '0';
  const typed = typedAmount(unitsOf(due) ?? 0n, decimals);
  const uri = deposit.uri?.replace(/amount=[^&]*/, `amount=${typed}`);
  return (
    <section class="card deposit">
      <div class="grow">
        <h2>{t(isAwaited ? 'deposit.title' : 'deposit.paid')}</h2>
        {isAwaited ? (
          <>
            {ownRoutes.find(receipt.id) === null ? (
              <Notice tone="wait" title={t('deposit.stranger')}>
                <p>
                  {t('deposit.strangerMore', {
                    recipient: receipt.to.recipient,
                    chain: chainName(facts, receipt.to.chain),
                  })}
                </p>
              </Notice>
            ) : null}
            <p class="label">{t('deposit.exact')}</p>
            <p class="long big">
              <span data-copied>{write(due)}</span> {symbol}
              <Copy text={typed} what={t('copy.amount')} />
            </p>
            <p class="label">{t('deposit.to')}</p>
            <p class="long">
              <code data-copied>{deposit.address}</code>
              <Copy text={deposit.address} what={t('copy.address')} />
            </p>
            <Deadlines deposit={deposit} />
            <ClockNotice />
            <div class="row">
              {facts?.profile === 'devnet' && !receipt.sandbox ? (
                <PlayPayment address={deposit.address} units={due} />
              ) : null}
              {uri === undefined || !/^bitcoin:/i.test(uri) ? null : (
                <a class="button quiet" href={uri}>
                  {t('deposit.open')}
                </a>
              )}
            </div>
          </>
        ) : null}
        <Seen deposit={deposit} write={write} symbol={symbol} />
        <Refund receipt={receipt} deposit={deposit} />
        {deposit.isLost === true ? <p class="todo">{t('deposit.lost')}</p> : null}
      </div>
      {isAwaited && uri !== undefined ? (
        <Qr text={uri} label={t('deposit.qr', { amount: write(due), symbol })} />
      ) : null}
    </section>
  );
}

function Deadlines({ deposit }: { readonly deposit: DepositFacts }): JSX.Element {
  const now = useNow(1_000) + clockLagMs();
  const { lockedUntil, expiresAt } = deposit;
  const left = (untilMs: number): string =>
    formatSpan(Math.max(0, Math.floor((untilMs - now) / 1_000) * 1_000));
  return (
    <p class="faint">
      {typeof lockedUntil === 'number' && lockedUntil > now
        ? t('deposit.locked', { time: left(lockedUntil) })
        : t('deposit.unlocked')}{' '}
      {expiresAt === undefined ? null : t('deposit.expires', { time: left(expiresAt) })}
    </p>
  );
}

function Seen({
  deposit,
  write,
  symbol,
}: {
  readonly deposit: DepositFacts;
  readonly write: (text: string | undefined) => string;
  readonly symbol: string;
}): JSX.Element {
  const { seen = [], confirmations = 1, total } = deposit;
  return (
    <>
      <p class="label">{t('deposit.seen')}</p>
      <div role="status">
        {seen.length === 0 ? (
          <p class="faint">{t('deposit.none')}</p>
        ) : (
          <ul class="plain">
            {seen.map((part) => (
              <li key={part.tx}>
                {write(part.amount)} {symbol},{' '}
                {t('deposit.confirmations', {
                  count: String(Math.min(part.confirmations, confirmations)),
                  wanted: String(confirmations),
                })}
              </li>
            ))}
          </ul>
        )}
      </div>
      {total === undefined || total.missing === '0' || total.parts === 0 ? null : (
        <p class="todo">{t('deposit.missing', { amount: write(total.missing), symbol })}</p>
      )}
    </>
  );
}

/** The claim stays in the browser that was given it: it goes into no link and is shown on no page. */
function Refund({
  receipt,
  deposit,
}: {
  readonly receipt: RouteReceipt;
  readonly deposit: DepositFacts;
}): JSX.Element {
  const claim = ownRoutes.find(receipt.id)?.refundClaim;
  const [named, setNamed] = useState<string | null>(null);
  const [error, setError] = useState<unknown>(null);
  const address = named ?? deposit.refundAddress ?? null;
  const name = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (!(event.target instanceof HTMLFormElement) || claim === undefined) return;
    const text = typedIn(event.target, 'address').trim();
    try {
      const body = { id: receipt.id, refundClaim: claim, refundAddress: text };
      const { refundAddress } = await client.call('POST /api/route/refund-address', { body });
      setNamed(refundAddress);
      setError(null);
    } catch (caught) {
      setError(caught);
    }
  };
  const isUnkept = address === null && claim !== undefined && ownRoutes.isOfTabAlone(receipt.id);
  return (
    <details open={isUnkept}>
      <summary>{t('deposit.refund')}</summary>
      {isUnkept ? <p class="todo">{t('deposit.refundUnkept')}</p> : null}
      {address !== null ? (
        <p>{t('deposit.refundTo', { address })}</p>
      ) : claim === undefined ? (
        <p>
          {t('deposit.refundNone')} {t('deposit.refundNoClaim')}
        </p>
      ) : (
        <form onSubmit={(event) => void name(event)}>
          <p>
            {t('deposit.refundNone')} {t('deposit.refundClaim')}{' '}
            <Copy text={claim} what={t('copy.claim')} isHidden />
          </p>
          <label class="field">
            <span>{t('deposit.refundField')}</span>
            <input name="address" required autoComplete="off" spellcheck={false} />
          </label>
          <button class="button quiet">{t('deposit.refundName')}</button>
          {error === null ? null : <Problem error={error} />}
        </form>
      )}
    </details>
  );
}

/** A devnet's own wallet pays, so that the whole way can be seen. */
function PlayPayment({
  address,
  units,
}: {
  readonly address: string;
  readonly units: string;
}): JSX.Element {
  const [error, setError] = useState<unknown>(null);
  const [isPaying, setPaying] = useState(false);
  const pay = async (): Promise<void> => {
    setPaying(true);
    try {
      await post('/devnet/bitcoin/faucet', { address, sats: units });
      setError(null);
    } catch (caught) {
      setError(caught);
    }
    setPaying(false);
  };
  return (
    <>
      <button type="button" class="button" disabled={isPaying} onClick={() => void pay()}>
        {t('deposit.devnet')}
      </button>
      {error === null ? null : <Problem error={error} />}
    </>
  );
}
