import { type Console, ServiceError } from '@interline/client';
import type { JSX } from 'preact';
import { formatMoment, shortened } from '../../format/time.ts';
import { chainName } from '../../parts/names.ts';
import { Notice } from '../../parts/notice.tsx';
import { Problem, saidBy, sentence } from '../../parts/problem.tsx';
import { hrefOf } from '../../router.ts';
import { PrivateTrouble } from '../../state/privacy.ts';
import { clockLagMs } from '../../state/service.ts';
import { useStore } from '../../state/store.ts';
import type { Unanswered } from '../../state/unanswered.ts';
import { t } from '../../words/t.ts';
import { forget, send, sendingStore } from './send.ts';

interface ListProps {
  readonly facts: Console | null;
}

export function UnansweredList({ facts }: ListProps): JSX.Element {
  const { kept, ended, inReview } = useStore(sendingStore);
  return (
    <div class="stack">
      {ended === null ? null : <Problem error={ended} />}
      {kept.map((one) => (one.key === inReview ? null : <One key={one.key} {...{ one, facts }} />))}
    </div>
  );
}

function One({ one, facts }: ListProps & { readonly one: Unanswered }): JSX.Element {
  const { tries } = useStore(sendingStore);
  const { body, route, key } = one;
  const error = tries.get(key);
  const again = async (): Promise<void> => {
    const sent = await send(one);
    if (sent.kind === 'refused') sendingStore.change({ ended: sent.error });
    if (sent.kind === 'dry') sendingStore.change({ ended: new Error(sent.note) });
    if (sent.kind === 'accepted')
      location.hash = one.isPrivate
        ? hrefOf({ page: 'routes', search: '' })
        : hrefOf({ page: 'route', id: sent.id });
  };
  return (
    <Notice
      tone="bad"
      title={t('review.sent', {
        amount: route.amount,
        symbol: route.symbol,
        from: chainName(facts, route.fromChain),
        to: chainName(facts, route.toChain),
      })}
      isAlert
    >
      <p>
        {t('review.sentAt', {
          time: formatMoment(route.atMs),
          recipient: shortened(body.toAddress ?? ''),
        })}{' '}
        {t('review.unsent')}
      </p>
      {error === null ? (
        <p>{t('review.sending')}</p>
      ) : (
        <>
          {error === undefined ? null : <p>{wordsOf(error)}</p>}
          <div class="row">
            <button type="button" class="button" onClick={() => void again()}>
              {t('review.signAgain')}
            </button>
            {isOver(body) ? (
              <button type="button" class="link" onClick={() => forget(one)}>
                {t('review.forget')}
              </button>
            ) : null}
          </div>
        </>
      )}
    </Notice>
  );
}

/** What moves nothing any more where it was not taken: the signature's time is over, or there is none. */
function isOver({ permit2 }: Unanswered['body']): boolean {
  return Number(permit2?.deadline ?? 0) * 1_000 < Date.now() + clockLagMs();
}

function wordsOf(error: unknown): string {
  if (error instanceof ServiceError) return sentence(saidBy(error));
  return error instanceof PrivateTrouble ? sentence(error.message) : sentence(t('problem.gone'));
}
