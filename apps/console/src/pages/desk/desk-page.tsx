import '../../shared.ts';
import type { Console, OperatorHealth } from '@interline/client';
import type { ComponentType, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { formatSpan } from '../../format/time.ts';
import { Notice } from '../../parts/notice.tsx';
import { Problem, sentence } from '../../parts/problem.tsx';
import { typedIn } from '../../parts/typed-in.ts';
import { useStore } from '../../state/store.ts';
import { useNow } from '../../state/use-now.ts';
import { deskWords } from '../../words/en-desk.ts';
import { followWords } from '../../words/en-follow.ts';
import { addWords, say, t, type WordKey } from '../../words/t.ts';
import { Accounts } from './accounts.tsx';
import { Audit } from './audit.tsx';
import { Float } from './float.tsx';
import { Health } from './health.tsx';
import { Money } from './money.tsx';
import { NeedsYou } from './needs-you.tsx';
import { OpenRoutes } from './open-routes.tsx';
import { type HealthProps, Section, useAsked } from './section.tsx';
import { lock, session, touch, unlock } from './session.ts';
import { Switches } from './switches.tsx';
import { Times } from './times.tsx';

addWords(followWords);
addWords(deskWords);

/** For whoever runs the deployment: first what needs them, then how it is. */
export function DeskPage({ facts }: { readonly facts: Console | null }): JSX.Element {
  const { client } = useStore(session);
  return client === null ? <Locked facts={facts} /> : <Open facts={facts} />;
}

function Locked({ facts }: { readonly facts: Console | null }): JSX.Element {
  const { lockedBy } = useStore(session);
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const open = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    const token = typedIn(event.currentTarget, 'token').trim();
    setBusy(true);
    setError(null);
    await unlock(token).catch(setError);
    setBusy(false);
  };
  return (
    <section class="narrow">
      <h1 tabIndex={-1}>{t('desk.title')}</h1>
      {lockedBy === null || error !== null ? null : (
        <Notice
          tone="wait"
          title={t(lockedBy === 'time' ? 'desk.lockedByTime' : 'desk.lockedByToken')}
        />
      )}
      {facts?.operator === false ? (
        <Notice tone="plain" title={t('desk.noOperator')} />
      ) : (
        <form class="card" onSubmit={(event) => void open(event)}>
          <label class="field">
            <span>{t('desk.token')}</span>
            <input
              name="token"
              type="password"
              required
              // No header carries anything else, and without an answer nobody would say so.
              pattern="\s*[!-~]+\s*"
              title={t('desk.tokenShape')}
              autoComplete="off"
              spellcheck={false}
              aria-describedby="token-more"
            />
          </label>
          <p id="token-more" class="faint">
            {t('desk.tokenMore')}
          </p>
          <button class="button" disabled={isBusy}>
            {t('desk.unlock')}
          </button>
          {error === null ? null : <Problem error={error} />}
        </form>
      )}
    </section>
  );
}

const touches = ['pointerdown', 'keydown'] as const;

function Open({ facts }: { readonly facts: Console | null }): JSX.Element {
  const { untilMs } = useStore(session);
  const now = useNow(1_000);
  useEffect(() => {
    if (now >= untilMs) lock('time');
  }, [now, untilMs]);
  useEffect(() => {
    for (const kind of touches) addEventListener(kind, touch);
    return () => {
      for (const kind of touches) removeEventListener(kind, touch);
    };
  }, []);
  const health = useAsked('health', (client, signal) =>
    client.call('GET /operator/health', {}, { signal }),
  );
  // Ages need no second, and not every part is to be drawn again in each.
  const props = { facts, health, now: Math.floor(now / 5_000) * 5_000 };
  return (
    <div class="stack desk">
      <div class="row">
        <h1 tabIndex={-1} class="grow">
          {t('desk.title')}
        </h1>
        <span class="faint">
          {t('desk.locksIn', { time: formatSpan(Math.ceil((untilMs - now) / 60_000) * 60_000) })}
        </span>
        <button type="button" class="button quiet" onClick={() => lock()}>
          {t('desk.lock')}
        </button>
      </div>
      <State health={health.value} />
      <NeedsYou {...props} />
      {parts.map(([title, Part]) => (
        <Section key={title} title={say(title)}>
          {() => <Part {...props} />}
        </Section>
      ))}
    </div>
  );
}

const parts: readonly (readonly [WordKey, ComponentType<HealthProps>])[] = [
  ['desk.switches', Switches],
  ['desk.health', Health],
  ['desk.float', Float],
  ['desk.routes', OpenRoutes],
  ['desk.accounts', Accounts],
  ['desk.money', Money],
  ['desk.times', Times],
  ['desk.audit', Audit],
];

const tones = { operational: 'done', degraded: 'underWay', down: 'stopped', unknown: '' } as const;

/** The service in one word, and why it is not the best one. */
function State({ health }: { readonly health: OperatorHealth | null }): JSX.Element {
  return (
    <div role="status">
      {health === null ? null : (
        <p class={`state ${tones[health.status]}`}>
          <span class="dot" />
          {say(`health.${health.status}`)}
        </p>
      )}
      {health?.reasons.map((reason) => (
        <p key={reason}>{sentence(reason)}</p>
      ))}
    </div>
  );
}
