import type { Client, Console, DeskOrder, OrderAnswer } from '@interline/client';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Notice } from '../../parts/notice.tsx';
import { Problem } from '../../parts/problem.tsx';
import { typedIn } from '../../parts/typed-in.ts';
import { isUnanswered } from '../../state/use-loaded.ts';
import { say, t, type WordKey } from '../../words/t.ts';
import { noteOrdered } from './section.tsx';
import { asOperator } from './session.ts';
import { Fields } from './fields.tsx';

/** One that has nothing to fill in. */
export function plainOrder(path: string, body: DeskOrder['body'], how = ''): DeskOrder {
  return { path: `/operator/${path}`, body, asks: [], how };
}

interface Step {
  /** Asking: something is to be filled in before the service can say what it would do. */
  readonly at: 'closed' | 'asking' | 'planned' | 'done';
  /** What was planned, and then what was done. */
  readonly answer?: OrderAnswer;
  readonly body?: object;
}

/**
 * One order: what it would do is asked first, and shown; with a reason it is confirmed, and answered in its
 * place. All by the service's own order, which keeps it in the audit.
 */
export function GiveOrder({
  order,
  facts,
}: {
  readonly order: DeskOrder;
  readonly facts: Console | null;
}): JSX.Element {
  const [{ at, answer, body }, setStep] = useState<Step>({ at: 'closed' });
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const panel = useRef<HTMLFormElement>(null);
  const { path, asks, how } = order;
  const word = say(`order.${path.slice('/operator/'.length)}` as WordKey);
  const told = say(`how.${how}` as WordKey).replace(/^how\./, '');
  const label = told === '' ? word : `${word}: ${told}`;

  // Where the question is, the next key is.
  useEffect(() => panel.current?.querySelector<HTMLElement>('input,select')?.focus(), [at]);

  const send = async (what: object, words: object, next: 'planned' | 'done'): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      const said = await asOperator((client) => give(client, order, { ...what, ...words }));
      setStep({ at: next, answer: said, body: what });
      if (next === 'done') noteOrdered(`${label}, ${answer?.target ?? ''}`);
    } catch (refused) {
      setError(refused);
      if (next === 'done' && isUnanswered(refused)) {
        // What was planned may be done: it is planned anew before it is given again.
        setStep({ at: 'closed' });
        noteOrdered(null);
      }
    }
    setBusy(false);
  };
  const rehearse = (what: object): Promise<void> => send(what, { dryRun: true }, 'planned');
  const submit = (event: Event): void => {
    event.preventDefault();
    const form = event.currentTarget;
    if (!(form instanceof HTMLFormElement)) return;
    if (at === 'planned') void send(body ?? {}, { reason: typedIn(form, 'reason').trim() }, 'done');
    else {
      const filled = asks.map(({ field }) => [field, typedIn(form, field).trim()] as const);
      void rehearse({ ...order.body, ...Object.fromEntries(filled) });
    }
  };
  const close = (): void => {
    setStep({ at: 'closed' });
    setError(null);
  };
  const start = (): void => {
    if (at !== 'closed') close();
    else if (asks.length > 0) setStep({ at: 'asking' });
    else void rehearse(order.body);
  };

  if (at === 'done')
    return (
      <div class="order open">
        <Notice tone="good" title={t('order.done', { order: label })}>
          {answer === undefined ? null : (
            <Fields facts={facts} fields={answer.after} before={answer.before} />
          )}
          {answer?.auditId ? (
            <p class="facts">
              {t('order.audit')} <code>{answer.auditId}</code>
            </p>
          ) : null}
        </Notice>
      </div>
    );
  return (
    <div class={at === 'closed' && error === null ? 'order' : 'order open'}>
      <button
        type="button"
        class="button quiet"
        disabled={isBusy}
        aria-expanded={at !== 'closed'}
        onClick={start}
      >
        {label}
      </button>
      {at === 'closed' ? null : (
        <form class="notice wait" ref={panel} onSubmit={submit}>
          {answer === undefined ? (
            asks.map(({ field, choices }) => (
              <label key={field} class="field">
                <span>{say(`field.${field}` as WordKey)}</span>
                {choices.length === 0 ? (
                  <input name={field} required autoComplete="off" spellcheck={false} />
                ) : (
                  <select name={field}>
                    {choices.map((choice) => (
                      <option key={choice}>{choice}</option>
                    ))}
                  </select>
                )}
              </label>
            ))
          ) : (
            <>
              <strong>{t('order.will', { order: label, target: answer.target })}</strong>
              <Fields facts={facts} fields={answer.after} before={answer.before} />
              <label class="field">
                <span>{t('order.reason')}</span>
                <input name="reason" required maxLength={500} autoComplete="off" />
              </label>
            </>
          )}
          <div class="row">
            <button class="button" disabled={isBusy}>
              {at === 'asking' ? t('order.look') : t('order.confirm', { order: label })}
            </button>
            <button type="button" class="button quiet" onClick={close}>
              {t('order.cancel')}
            </button>
          </div>
        </form>
      )}
      {error === null ? null : (
        <Problem error={error}>
          {at === 'closed' && isUnanswered(error) ? (
            <p class="todo">{t('order.unanswered')}</p>
          ) : null}
        </Problem>
      )}
    </div>
  );
}

/** An order of its own answer says so with what it became; that is shown by its part of the desk. */
async function give(client: Client, { path }: DeskOrder, body: object): Promise<OrderAnswer> {
  // CAST: the desk names the order, and the service reads its body.
  const answer = await client.call(`POST ${path}` as 'POST /operator/pause', { body } as never);
  return 'auditId' in answer
    ? answer
    : { dryRun: false, action: '', target: '', before: {}, after: {}, auditId: null };
}
