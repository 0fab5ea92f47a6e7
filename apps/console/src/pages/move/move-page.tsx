import type { CompareResult, Console, Mesh, Preflight } from '@interline/client';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { unitsOf } from '../../format/amount.ts';
import { later } from '../../parts/later.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Problem, sentence, Shown } from '../../parts/problem.tsx';
import { hrefOf } from '../../router.ts';
import { client } from '../../state/service.ts';
import { createStore, useStore } from '../../state/store.ts';
import { type Loaded, useLoaded } from '../../state/use-loaded.ts';
import { say, t } from '../../words/t.ts';
import { walletStore } from '../../wallet/wallet-store.ts';
import { MoveFields } from './move-fields.tsx';
import { OfferCard, type OfferProps, Ways } from './offer-card.tsx';
import { excludedFor, offersOf, offerTaken } from './offers.ts';
import { keepRoute } from './send.ts';
import { WalletCard } from './wallet-card.tsx';
import { firstForm, type MoveForm, readForm, type Sides, sidesOf, type Wanted } from './wanted.ts';

/** With the code that checks and signs: whoever only looks does not need it. */
const Review = later(async () => (await import('./review.tsx')).Review);

/** What was filled in stays while other pages are looked at. */
const formStore = createStore<{ readonly form: MoveForm | null; readonly chosen: string | null }>({
  form: null,
  chosen: null,
});

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
      <Shown of={facts} lines={6}>
        {(known) => <Shown of={mesh}>{(nodes) => <Mover facts={known} mesh={nodes} />}</Shown>}
      </Shown>
    </div>
  );
}

function Mover({ facts, mesh }: { readonly facts: Console; readonly mesh: Mesh }): JSX.Element {
  const sides = sidesOf(facts, mesh);
  const { form, chosen } = useStore(formStore);
  const { wallet } = useStore(walletStore);
  const shown = form ?? firstForm(sides);
  useEffect(() => {
    if (form === null && shown !== null) formStore.change({ form: shown });
  }, [form, shown]);
  if (shown === null) return <p>{t('move.noOffer')}</p>;
  return (
    <MoverOf
      {...{ facts, sides, chosen }}
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
  payer,
  onForm,
  onChoose,
}: {
  readonly facts: Console;
  readonly sides: Sides;
  readonly form: MoveForm;
  readonly chosen: string | null;
  readonly payer: string | null;
  readonly onForm: (form: MoveForm) => void;
  readonly onChoose: (rail: string) => void;
}): JSX.Element {
  const read = readForm(form, sides, payer);
  const wanted = read.ok ? read.wanted : null;
  const asked = useSettled(wanted === null ? null : JSON.stringify(wanted.body), typingMs);
  const [reviewed, setReviewed] = useState<string | null>(null);
  const isReviewing =
    reviewed !== null && wanted !== null && reviewed === JSON.stringify(wanted.body);
  const compared = useLoaded(
    asked,
    (signal) => client.compare(bodyOf(asked), { signal }),
    isReviewing ? {} : { everyMs: compareEveryMs },
  );
  const canInspect = read.ok && read.missing === null;
  const inspected = useLoaded(canInspect ? asked : null, (signal) =>
    client.preflight(
      {
        ...bodyOf(asked),
        ...(wanted?.isDeposit === true ? {} : { mode: 'permit2' }),
        live: true,
      },
      { signal },
    ),
  );
  const card = useLoaded(
    'scorecard',
    (signal) => client.call('GET /api/rails/scorecard', { query: {} }, { signal }),
    { everyMs: cardEveryMs },
  );
  const balance = useBalance(form, sides, payer);
  const offers = compared.value === null ? [] : offersOf(compared.value);
  const taken = offerTaken(offers, chosen);
  const isAsking = wanted !== null && (asked !== JSON.stringify(wanted.body) || compared.isLoading);
  const blockers = inspected.value?.blockers ?? [];

  const offerProps = (comparison: CompareResult, of: Wanted): OfferProps => ({
    ...{ comparison, offers, taken, isAsking, onChoose },
    wanted: of,
    record: card.value,
    onAmount: (amount) => onForm({ ...form, amount }),
  });

  if (isReviewing && taken !== null)
    return (
      <Review
        {...{ facts, wanted, taken }}
        excluded={excludedFor(offers, taken)}
        onBack={() => setReviewed(null)}
      />
    );
  return (
    <div class="two move-grid">
      <div class="stack">
        <WalletCard {...{ facts, form, sides, balance }} isNeeded={wanted?.isDeposit !== true} />
        <MoveFields {...{ form, sides, read, onForm, payer }} balance={balance.value} />
      </div>
      <div class="stack">
        {wanted === null ? null : (
          <Shown of={compared} lines={7}>
            {(comparison) => <OfferCard {...offerProps(comparison, wanted)} />}
          </Shown>
        )}
        {canInspect ? <Blockers of={inspected} /> : null}
        <Actions
          {...{ wanted }}
          missing={
            read.missing ??
            (blockers.length > 0
              ? 'move.blocked'
              : taken === null
                ? isAsking
                  ? 'move.looking'
                  : 'move.noOffer'
                : isAsking && compared.value === null
                  ? 'move.looking'
                  : null)
          }
          onReview={() => wanted !== null && setReviewed(JSON.stringify(wanted.body))}
          payer={payer}
        />
        {wanted === null || compared.value === null ? null : (
          <Ways {...offerProps(compared.value, wanted)} />
        )}
      </div>
    </div>
  );
}

function Actions({
  wanted,
  missing,
  payer,
  onReview,
}: {
  readonly wanted: Wanted | null;
  readonly missing: Parameters<typeof say>[0] | null;
  readonly payer: string | null;
  readonly onReview: () => void;
}): JSX.Element {
  const [error, setError] = useState<unknown>(null);
  const rehearse = async (): Promise<void> => {
    if (wanted === null) return;
    try {
      const body = { ...wanted.body, toAddress: wanted.recipient ?? payer ?? nobody };
      const receipt = await client.execute(body, { sandbox: 'delivered' });
      setError(null);
      if (!('id' in receipt)) return;
      keepRoute(receipt, wanted);
      location.hash = hrefOf({ page: 'route', id: receipt.id });
    } catch (caught) {
      setError(caught);
    }
  };
  return (
    <div class="actions">
      <button type="button" class="button wide" disabled={missing !== null} onClick={onReview}>
        {missing !== null
          ? say(missing)
          : wanted?.isDeposit === true
            ? t('move.reviewDeposit')
            : t('move.review')}
      </button>
      {wanted !== null && (wanted.recipient !== null || typeof wanted.to.chain === 'number') ? (
        <button type="button" class="link" onClick={() => void rehearse()}>
          {t('move.rehearse')}
        </button>
      ) : null}
      {error === null ? null : <Problem error={error} />}
    </div>
  );
}

/** Who a rehearsal without a wallet is for: nothing moves in it. */
const nobody = '0x1111111111111111111111111111111111111111';

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
): Loaded<bigint | null> {
  const chainId = Number(form.fromChain);
  const token = sources
    .find(({ chain }) => String(chain) === form.fromChain)
    ?.tokens.find(({ address }) => address === form.fromToken);
  const isAsked = payer !== null && Number.isInteger(chainId) && token?.gasless === true;
  return useLoaded(
    isAsked ? `${payer} ${form.fromChain} ${form.fromToken}` : null,
    async (signal) => {
      const query = { chainId: String(chainId), token: form.fromToken, address: payer ?? '' };
      const { balance } = await client.call('GET /api/balance', { query }, { signal });
      return unitsOf(balance);
    },
    { everyMs: balanceEveryMs },
  );
}
