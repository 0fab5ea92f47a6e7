import '../../shared.ts';
import type { Posture } from '@interline/client';
import type { JSX } from 'preact';
import { Notice } from '../../parts/notice.tsx';
import { Shown } from '../../parts/problem.tsx';
import { askPrivately, laneStore } from '../../private/lane.ts';
import { hrefOf } from '../../router.ts';
import { PrivateTrouble } from '../../state/privacy.ts';
import { useStore } from '../../state/store.ts';
import { useLoaded } from '../../state/use-loaded.ts';
import { privateWords } from '../../words/en-private.ts';
import { addWords, t } from '../../words/t.ts';
import { countOf, SpendingChoice } from '../passes/spending.tsx';

addWords(privateWords);

/** What asking privately hides and what it does not, as the service itself says it of this very way. */
export function PrivateCard({ hasPasses }: { readonly hasPasses: boolean }): JSX.Element {
  const posture = useLoaded(isSecureContext ? 'posture' : null, (signal) =>
    askPrivately('GET /api/privacy/posture', {}, { signal }),
  );
  const { left, begun } = useStore(laneStore);
  if (!isSecureContext) return <Notice tone="bad" title={t('private.insecure')} isAlert />;
  return (
    <>
      <Shown of={posture} lines={4}>
        {(known) => <Hidden posture={known} />}
      </Shown>
      {posture.error instanceof PrivateTrouble ? (
        <a class="link" href={hrefOf({ page: 'passes' })}>
          {t('private.forget')}
        </a>
      ) : null}
      {begun === null ? null : <Notice tone="wait" title={t('private.begun', { origin: begun })} />}
      {hasPasses ? (
        <>
          <SpendingChoice />
          <a class="link" href={hrefOf({ page: 'passes' })}>
            {countOf(left)}
          </a>
        </>
      ) : null}
    </>
  );
}

function Hidden({ posture }: { readonly posture: Posture }): JSX.Element {
  const { relays, stillPublic } = posture;
  const [first = '', ...others] = stillPublic;
  // The one that the client goes through.
  const relay = relays.find(({ independent }) => independent) ?? relays[0];
  return (
    <>
      <p>{t('private.hides', { operator: relay?.operator ?? '' })}</p>
      {relay?.independent === true ? null : <p class="todo">{t('private.oneOperator')}</p>}
      <p>
        <strong>{t('private.shows')}</strong> {first}
      </p>
      <details>
        <summary>{t('private.showsAll', { count: String(others.length + 2) })}</summary>
        <ul class="rows list">
          {[first, ...others, t('private.page')].map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      </details>
    </>
  );
}
