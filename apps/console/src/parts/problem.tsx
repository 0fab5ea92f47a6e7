import { ServiceError } from '@interline/client';
import type { ComponentChildren, JSX } from 'preact';
import { PrivateTrouble } from '../state/privacy.ts';
import { formatClock, formatSpan } from '../format/time.ts';
import type { Loaded } from '../state/use-loaded.ts';
import { isUnanswered } from '../state/use-loaded.ts';
import { useNow } from '../state/use-now.ts';
import { useState } from 'preact/hooks';
import { t } from '../words/t.ts';
import { Copy } from './copy.tsx';
import { Notice } from './notice.tsx';

/** What the service said of a refusal, and what to do about it. */
export function Problem({
  error,
  onAgain,
  children,
}: {
  readonly error: unknown;
  readonly onAgain?: () => void;
  readonly children?: ComponentChildren;
}): JSX.Element {
  if (error instanceof ServiceError) return <Refusal {...{ error, onAgain, children }} />;
  if (isUnanswered(error))
    return (
      <Notice tone="bad" title={t('problem.gone')} isAlert>
        <p>{t('problem.goneMore')}</p>
        {onAgain === undefined ? null : <Again onAgain={onAgain} afterMs={0} />}
        {children}
      </Notice>
    );
  const title = error instanceof PrivateTrouble ? t('problem.private') : t('problem.unknown');
  return (
    <Notice tone="bad" title={title} isAlert>
      <p>{error instanceof Error ? sentence(error.message) : String(error)}</p>
      {onAgain === undefined ? null : <Again onAgain={onAgain} afterMs={0} />}
      {children}
    </Notice>
  );
}

function Refusal({
  error,
  onAgain,
  children,
}: {
  readonly error: ServiceError;
  readonly onAgain?: (() => void) | undefined;
  readonly children?: ComponentChildren;
}): JSX.Element {
  return (
    <Notice tone="bad" title={t('problem.title')} isAlert>
      <p>{sentence(saidBy(error))}</p>
      {error.suggestedAction === '' ? null : <p class="todo">{error.suggestedAction}</p>}
      {onAgain !== undefined && error.retryable ? (
        <Again onAgain={onAgain} afterMs={error.retryAfterMs ?? 0} />
      ) : null}
      {children}
      <ErrorFacts code={error.errorCode} requestId={error.requestId} />
    </Notice>
  );
}

/** What the operator needs to find it by. */
export function ErrorFacts({
  code,
  requestId = '',
}: {
  readonly code: string;
  readonly requestId?: string;
}): JSX.Element {
  return (
    <p class="facts">
      <span>
        {t('problem.code')} <code>{code}</code>
      </span>
      {requestId === '' ? null : (
        <span>
          {t('problem.request')} <code data-copied>{requestId}</code>
          <Copy text={requestId} what={t('copy.request')} />
        </span>
      )}
    </p>
  );
}

function Again({
  onAgain,
  afterMs,
}: {
  readonly onAgain: () => void;
  readonly afterMs: number;
}): JSX.Element {
  const [shownAtMs] = useState(Date.now());
  const leftMs = shownAtMs + afterMs - useNow(afterMs > 0 ? 500 : null);
  return (
    <button type="button" class="button quiet" disabled={leftMs > 0} onClick={onAgain}>
      {leftMs > 0
        ? t('problem.againIn', { time: formatSpan(Math.ceil(leftMs / 1_000) * 1_000) })
        : t('problem.again')}
    </button>
  );
}

/** Why, without what to do about it, which stands beside it. */
export function saidBy({ body, message }: ServiceError): string {
  return typeof body['error'] === 'string' ? body['error'] : message;
}

/** The service's refusals begin in lower case. */
export function sentence(text: string): string {
  const first = text.slice(0, 1).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(first) ? first : `${first}.`;
}

/** Stands for something while it is loaded, and says why it is not there; the last answer stays. */
export function Shown<T>({
  of,
  lines = 3,
  children,
}: {
  readonly of: Loaded<T>;
  /** How tall it is about. */
  readonly lines?: number;
  readonly children: (value: T) => ComponentChildren;
}): JSX.Element {
  const { value, atMs, error, offlineSinceMs, reload } = of;
  const now = useNow(offlineSinceMs === null ? null : 1_000);
  if (value === null && error === null) return <Skeleton lines={lines} />;
  const trouble =
    offlineSinceMs !== null ? (
      <Notice tone="wait" title={t('problem.offline')}>
        <p>{t('problem.offlineMore', { time: formatClock(offlineSinceMs) })}</p>
        {atMs === null ? null : <p>{t('problem.stale', { time: formatSpan(now - atMs) })}</p>}
      </Notice>
    ) : error !== null ? (
      <Problem error={error} onAgain={reload} />
    ) : null;
  return (
    <>
      {trouble}
      {value === null ? null : children(value)}
    </>
  );
}

function Skeleton({ lines }: { readonly lines: number }): JSX.Element {
  return (
    <div class="skeleton" role="status" aria-label={t('app.loading')}>
      {Array.from({ length: lines }, (_, at) => (
        <span key={at} />
      ))}
    </div>
  );
}
