import '../../shared.ts';
import type { Console } from '@interline/client';
import type { MintFinding } from '@interline/client/passes';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Copy } from '../../parts/copy.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Problem, sentence } from '../../parts/problem.tsx';
import { Sure } from '../../parts/sure.tsx';
import { closeLane, laneStore, lookIntoPurse, purse } from '../../private/lane.ts';
import { forgetPins } from '../../private/pins.ts';
import { batch, type Taken, takePasses } from '../../private/take-passes.ts';
import { privacyStore, forgetPrivacy } from '../../state/privacy.ts';
import { baseUrl } from '../../state/service.ts';
import { useStore } from '../../state/store.ts';
import { forgetWallet } from '../../wallet/wallet-store.ts';
import { privateWords } from '../../words/en-private.ts';
import { addWords, t } from '../../words/t.ts';
import { forgetForm } from '../move/form-store.ts';
import { countOf, SpendingChoice } from './spending.tsx';

addWords(privateWords);

export function PassesPage({ facts }: { readonly facts: Console | null }): JSX.Element {
  const hasPasses = facts?.passes === true;
  return (
    <div class="stack">
      <header class="lead">
        <h1 tabIndex={-1}>{t('passes.title')}</h1>
        <p>{t('passes.lead')}</p>
      </header>
      {facts?.passes === false ? <Notice tone="plain" title={t('passes.none')} /> : null}
      {isSecureContext ? null : <Notice tone="bad" title={t('private.insecure')} />}
      <div class="two even">
        {isSecureContext ? (
          <div class="stack">
            <Here />
            {hasPasses ? <Trial /> : null}
          </div>
        ) : null}
        <div class="stack">
          {hasPasses ? <Buy /> : null}
          {isSecureContext ? <Keeps /> : null}
        </div>
      </div>
    </div>
  );
}

function Here(): JSX.Element {
  const { left, aside } = useStore(laneStore);
  return (
    <section class="card">
      <h2>{t('passes.here')}</h2>
      <p class="arrives" role="status">
        <strong>{countOf(left)}</strong>
      </p>
      {aside === 0 ? null : (
        <>
          <p class="faint">{t('passes.aside', { count: String(aside) })}</p>
          <button
            type="button"
            class="button quiet"
            onClick={() => void purse.putBackAside().then(lookIntoPurse)}
          >
            {t('passes.putBack')}
          </button>
        </>
      )}
      <SpendingChoice />
    </section>
  );
}

type Step =
  | { readonly kind: 'idle' | 'taking' }
  | Taken
  | { readonly kind: 'failed'; readonly error: unknown };

function Trial(): JSX.Element {
  const { isPrivate } = useStore(privacyStore);
  const [step, setStep] = useState<Step>({ kind: 'idle' });
  const take = async (): Promise<void> => {
    setStep({ kind: 'taking' });
    setStep(await takePasses().catch((error: unknown) => ({ kind: 'failed' as const, error })));
  };
  return (
    <section class="card">
      <h2>{t('passes.trial')}</h2>
      <p>{isPrivate ? t('passes.trialPrivate') : t('passes.trialDirect')}</p>
      <button
        type="button"
        class="button"
        disabled={step.kind === 'taking'}
        onClick={() => void take()}
      >
        {step.kind === 'taking' ? t('passes.taking') : t('passes.take', { count: String(batch) })}
      </button>
      <Outcome step={step} onAgain={() => void take()} />
    </section>
  );
}

function Outcome({
  step,
  onAgain,
}: {
  readonly step: Step;
  readonly onAgain: () => void;
}): JSX.Element | null {
  switch (step.kind) {
    case 'idle':
    case 'taking':
      return null;
    case 'failed':
      return <Problem error={step.error} onAgain={onAgain} />;
    case 'refused':
      return (
        <Notice tone="bad" title={t('passes.refused')} isAlert>
          <p>{t('passes.refusedMore')}</p>
          <ul class="rows list">
            {step.findings.map(({ holds, words }) =>
              holds === false ? <li key={words}>{sentence(words)}</li> : null,
            )}
          </ul>
        </Notice>
      );
    case 'taken':
      return (
        <>
          <Notice tone="good" title={t('passes.taken', { count: String(batch) })}>
            {step.remainingToday === null ? null : (
              <p>{t('passes.today', { count: String(step.remainingToday) })}</p>
            )}
          </Notice>
          <details>
            <summary>{t('passes.found')}</summary>
            <Findings of={step.findings} />
          </details>
        </>
      );
  }
}

/** In the words of the client, which looked. */
function Findings({ of }: { readonly of: readonly MintFinding[] }): JSX.Element {
  return (
    <ul class="rows list">
      {of.map(({ what, holds, words }) => (
        <li key={`${what} ${words}`}>
          <span>{sentence(words)}</span>
          {/* None is wrong, or no pass would have been taken. */}
          <span class={holds === true ? 'tag DONE' : 'tag'}>
            {holds === true ? t('passes.holds') : t('passes.open')}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Buy(): JSX.Element {
  const command = `npx interline passes buy --url ${baseUrl.replace(/\/$/, '')}`;
  return (
    <section class="card">
      <h2>{t('passes.buy')}</h2>
      <p>{t('passes.buyMore')}</p>
      <p class="long">
        <code data-copied>{command}</code>
        <Copy text={command} what={t('passes.command')} />
      </p>
    </section>
  );
}

function Keeps(): JSX.Element {
  const { left, aside } = useStore(laneStore);
  const [isForgotten, setForgotten] = useState(false);
  const forget = async (): Promise<void> => {
    await purse.forget();
    forgetPins();
    forgetPrivacy();
    // What was asked privately is not to be asked openly by itself, as soon as Move is looked at again.
    forgetForm();
    forgetWallet();
    closeLane();
    lookIntoPurse();
    setForgotten(true);
  };
  return (
    <section class="card">
      <h2>{t('passes.keeps')}</h2>
      <p>{t('passes.keepsMore')}</p>
      <Sure
        label={t('passes.forget')}
        sure={t('passes.forgetSure', { passes: countOf(left + aside) })}
        not={t('passes.forgetNot')}
        onSure={() => void forget()}
      />
      {isForgotten ? (
        <p role="status" class="faint">
          {t('passes.forgotten')}
        </p>
      ) : null}
    </section>
  );
}
