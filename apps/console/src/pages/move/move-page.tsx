import type { CompareResult, Console, Mesh, Preflight } from '@interline/client';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { unitsOf } from '../../format/amount.ts';
import { formatClock } from '../../format/time.ts';
import { later } from '../../parts/later.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Problem, sentence, Shown } from '../../parts/problem.tsx';
import { privacyStore, changePrivacy } from '../../state/privacy.ts';
import { client } from '../../state/service.ts';
import { useStore } from '../../state/store.ts';
import { type Loaded, useLoaded } from '../../state/use-loaded.ts';
import { say, t } from '../../words/t.ts';
import type { WalletTrouble } from '../../wallet/provider.ts';
import { walletStore } from '../../wallet/wallet-store.ts';
import { ask } from './ask.ts';
import { askAgain, formStore, privateFindings, privateOffers } from './form-store.ts';
import { MoveFields } from './move-fields.tsx';
import { OfferCard, type OfferProps, AllOffers } from './offer-card.tsx';
import { excludedFor, offersOf, offerTaken } from './offers.ts';
import { Rehearse } from './rehearse.tsx';
import type { ReviewProps } from './review.tsx';
import { Trouble } from './trouble.tsx';
import { UnansweredTransfers } from './unanswered.tsx';
import { WalletCard } from './wallet-card.tsx';
import { firstForm, type MoveForm, readForm, type Sides, sidesOf, type Wanted } from './wanted.ts';

/** With the code that checks and signs: whoever only looks does not need it. */
const Review = later(async () => (await import('./review.tsx')).Review);

/** Once one chain has too little. */
const PlanPanel = later(async () => (await import('../../plan/plan-panel.tsx')).PlanPanel);

const PrivateCard = later(async () => (await import('../private.ts')).PrivateCard);

type Reviewed = Pick<ReviewProps, 'wanted' | 'taken' | 'excluded'>;

const compareEveryMs = 20_000;
const cardEveryMs = 60_000;
const typingMs = 350;

export function MovePage({ facts }: { readonly facts: Loaded<Console> }): JSX.Element {
  const mesh = useLoaded('mesh', (signal) => client.call('GET /api/route/chains', {}, { signal }));
  return (
    <div class="move">
      <header class="lead">
        <h1 tabIndex={-1}>{t('move.title')}</h1>
        <p>{t('move.lead')}</p>
      </header>
      <UnansweredTransfers facts={facts.value} />
      <Shown of={facts} lines={6}>
        {(known) => <Shown of={mesh}>{(nodes) => <Mover facts={known} mesh={nodes} />}</Shown>}
      </Shown>
    </div>
  );
}

function Mover({ facts, mesh }: { readonly facts: Console; readonly mesh: Mesh }): JSX.Element {
  const sides = sidesOf(facts, mesh);
  const { form, chosen, asked } = useStore(formStore);
  const { wallet } = useStore(walletStore);
  const shown = form ?? firstForm(sides);
  useEffect(() => {
    if (formStore.get().form === null && shown !== null) formStore.change({ form: shown });
  }, [form, shown]);
  if (shown === null) return <p>{t('move.noOffer')}</p>;
  return (
    <MoverOf
      {...{ facts, sides, chosen, asked }}
      form={shown}
      payer={wallet?.address ?? null}
      onForm={(next) => formStore.change({ form: next, chosen: null })}
      onChoose={(rail) => formStore.change({ chosen: rail })}
    />
  );
}

function MoverOf({
  facts,
  sides,
  form,
  chosen,
  asked: wished,
  payer,
  onForm,
  onChoose,
}: {
  readonly facts: Console;
  readonly sides: Sides;
  readonly form: MoveForm;
  readonly chosen: string | null;
  readonly asked: string | null;
  readonly payer: string | null;
  readonly onForm: (form: MoveForm) => void;
  readonly onChoose: (rail: string) => void;
}): JSX.Element {
  const { isPrivate } = useStore(privacyStore);
  const read = readForm(form, sides, payer);
  const wanted = read.ok ? read.wanted : null;
  const body = wanted === null ? null : JSON.stringify(wanted.body);
  const settled = useSettled(body, typingMs);
  // One that was asked by itself would be known again by that, and might spend passes.
  const needsWish = isPrivate && body !== null && wished !== body;
  const asked = !isPrivate ? settled : needsWish ? null : body;
  // As it was taken: whatever is asked or connected meanwhile, it is for the review to say what became of it.
  const [reviewed, setReviewed] = useState<Reviewed | null>(null);
  const [dropped, setDropped] = useState<WalletTrouble | null>(null);
  const way = isPrivate ? 'privately' : '';
  const question = asked === null ? null : way + asked;
  const compared = useLoaded(
    question,
    (signal) => {
      const about = { body: bodyOf(asked) };
      return isPrivate
        ? privateOffers.ask(way + asked, () => ask('POST /api/route/compare', about))
        : ask('POST /api/route/compare', about, { signal });
    },
    reviewed !== null || isPrivate ? {} : { everyMs: compareEveryMs },
  );
  const canInspect = read.ok && read.missing === null;
  const inspected = useLoaded(canInspect ? question : null, (signal) => {
    const mode = wanted?.isDeposit === true ? {} : { mode: 'permit2' as const };
    const about = { body: { ...bodyOf(asked), ...mode, live: true } };
    return isPrivate
      ? privateFindings.ask(way + asked, () => ask('POST /api/route/preflight', about))
      : ask('POST /api/route/preflight', about, { signal });
  });
  const again = (): void => {
    askAgain();
    compared.reload();
    inspected.reload();
  };
  const card = useLoaded(
    'scorecard',
    (signal) => client.call('GET /api/rails/scorecard', { query: {} }, { signal }),
    { everyMs: cardEveryMs },
  );
  const balance = useBalance(form, sides, payer, isPrivate);
  const offers = compared.value === null ? [] : offersOf(compared.value);
  const taken = offerTaken(offers, chosen);
  const excluded = taken === null ? [] : excludedFor(offers, taken);
  const isAsking = wanted !== null && (asked !== body || compared.isLoading);
  const blockers = inspected.value?.blockers ?? [];

  const offerProps = (comparison: CompareResult, of: Wanted): OfferProps => ({
    comparison,
    offers,
    taken,
    isAsking,
    onChoose,
    wanted: of,
    record: card.value,
    onAmount: (amount) => onForm({ ...form, amount }),
  });

  const leaveReview = (trouble: WalletTrouble | null = null): void => {
    setReviewed(null);
    setDropped(trouble);
  };
  if (reviewed !== null) return <Review {...{ facts, ask }} {...reviewed} onBack={leaveReview} />;
  return (
    <div class="two move-grid">
      <div class="stack">
        <WalletCard {...{ facts, form, sides, balance }} isNeeded={wanted?.isDeposit !== true} />
        <MoveFields {...{ form, sides, read, onForm, payer }} balance={balance.value} />
        {facts.privateLane || isPrivate ? <Privacy {...{ facts, isPrivate }} /> : null}
      </div>
      <div class="stack">
        {wanted === null || needsWish ? null : (
          <Shown of={{ ...compared, reload: again }} lines={7}>
            {(comparison) => <OfferCard {...offerProps(comparison, wanted)} />}
          </Shown>
        )}
        {isPrivate && compared.value !== null ? (
          <p class="faint">
            {t('private.asked', { time: formatClock(privateOffers.atMs() ?? 0) })}{' '}
            <button type="button" class="link" onClick={again}>
              {t('private.again')}
            </button>
          </p>
        ) : null}
        {canInspect ? <Blockers of={{ ...inspected, reload: again }} /> : null}
        {wanted !== null &&
        payer !== null &&
        !isPrivate &&
        (balance.value ?? wanted.amount) < wanted.amount ? (
          <PlanPanel {...{ facts, wanted, payer }} onReview={setReviewed} />
        ) : null}
        {dropped === null ? null : <Trouble trouble={dropped} chain="" />}
        <Actions
          {...{ wanted, excluded, payer, isPrivate, needsWish }}
          missing={
            needsWish
              ? null
              : (read.missing ??
                (blockers.length > 0
                  ? 'move.blocked'
                  : taken === null
                    ? isAsking
                      ? 'move.looking'
                      : 'move.noOffer'
                    : isAsking && compared.value === null
                      ? 'move.looking'
                      : null))
          }
          onReview={() => {
            setDropped(null);
            if (needsWish) {
              askAgain();
              formStore.change({ asked: body });
              return;
            }
            if (wanted !== null && taken !== null) setReviewed({ wanted, taken, excluded });
          }}
        />
        {wanted === null || compared.value === null ? null : (
          <AllOffers {...offerProps(compared.value, wanted)} />
        )}
      </div>
    </div>
  );
}

/** The switch, and what it does once it is on. */
function Privacy({
  facts,
  isPrivate,
}: {
  readonly facts: Console;
  readonly isPrivate: boolean;
}): JSX.Element {
  return (
    <section class="card" aria-label={t('private.switch')}>
      <label class="check">
        <input
          type="checkbox"
          role="switch"
          checked={isPrivate}
          onChange={({ currentTarget }) => changePrivacy({ isPrivate: currentTarget.checked })}
        />
        <span>
          {t('private.switch')} <small>{t('private.less')}</small>
        </span>
      </label>
      {isPrivate ? <PrivateCard hasPasses={facts.passes} /> : null}
    </section>
  );
}

function Actions({
  wanted,
  isPrivate,
  needsWish,
  missing,
  excluded,
  payer,
  onReview,
}: {
  readonly wanted: Wanted | null;
  readonly isPrivate: boolean;
  readonly needsWish: boolean;
  readonly excluded: readonly string[];
  readonly missing: Parameters<typeof say>[0] | null;
  readonly payer: string | null;
  readonly onReview: () => void;
}): JSX.Element {
  return (
    <div class="actions">
      <button type="button" class="button wide" disabled={missing !== null} onClick={onReview}>
        {missing !== null
          ? say(missing)
          : needsWish
            ? t('private.ask')
            : wanted?.isDeposit === true
              ? t('move.reviewDeposit')
              : t('move.review')}
      </button>
      {/* The private lane carries no rehearsal, and outside of it the service would see who asks. */}
      {wanted === null || isPrivate ? null : <Rehearse {...{ wanted, excluded, payer }} />}
    </div>
  );
}

/** What the service found in the way, each with what to do: as it is known, before anything is signed. */
function Blockers({ of }: { readonly of: Loaded<Preflight> }): JSX.Element | null {
  const { value, error } = of;
  if (error !== null && value === null) return <Problem error={error} onAgain={of.reload} />;
  if (value === null || value.blockers.length === 0) return null;
  return (
    <Notice tone="wait" title={t('blocker.title')} isAlert>
      <ul class="plain">
        {value.blockers.map((blocker) => (
          <li key={blocker.error}>
            <p>{sentence(blocker.error)}</p>
            <p class="todo">{blocker.suggestedAction}</p>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** The body of a request, which stands for what is asked in the meantime. */
function bodyOf(asked: string | null): Wanted['body'] {
  return JSON.parse(asked ?? '{}') as Wanted['body']; // CAST: written of one, just above.
}

/** The last value that stood still for so long: while somebody types, nothing is asked. */
function useSettled<T>(value: T, forMs: number): T {
  const [settled, settle] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => settle(value), forMs);
    return () => clearTimeout(timer);
  }, [value, forMs]);
  return settled;
}

const balanceEveryMs = 15_000;

function useBalance(
  form: MoveForm,
  { sources }: Sides,
  payer: string | null,
  isPrivate: boolean,
): Loaded<bigint | null> {
  const chainId = Number(form.fromChain);
  const token = sources
    .find(({ chain }) => String(chain) === form.fromChain)
    ?.tokens.find(({ address }) => address === form.fromToken);
  const isAsked = payer !== null && Number.isInteger(chainId) && token?.gasless === true;
  return useLoaded(
    isAsked ? `${isPrivate} ${payer} ${form.fromChain} ${form.fromToken}` : null,
    async (signal) => {
      const query = { chainId: String(chainId), token: form.fromToken, address: payer ?? '' };
      const { balance } = await ask('GET /api/balance', { query }, { signal });
      return unitsOf(balance);
    },
    isPrivate ? {} : { everyMs: balanceEveryMs },
  );
}
