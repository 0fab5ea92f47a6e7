import type { JSX } from 'preact';
import { formatSpan } from '../format/time.ts';
import { clockLagMs } from '../state/service.ts';
import { t } from '../words/t.ts';
import { Notice } from './notice.tsx';

/** Where this machine's clock is far off, no time beside it can be compared with. */
export function ClockNotice(): JSX.Element | null {
  const apartMs = Math.abs(clockLagMs());
  return apartMs < 60_000 ? null : (
    <Notice tone="wait" title={t('app.clock', { time: formatSpan(apartMs) })} />
  );
}
