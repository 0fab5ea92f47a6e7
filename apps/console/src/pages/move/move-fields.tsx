import type { JSX } from 'preact';
import type { ChainFacts } from '../../parts/names.ts';
import { formatUnits, typedAmount } from '../../format/amount.ts';
import { SwapIcon } from '../../parts/icons.tsx';
import { Station } from '../../parts/station.tsx';
import { say, t } from '../../words/t.ts';
import {
  chainIn,
  changed,
  isEvm,
  memoTypeOf,
  type MoveForm,
  type Sides,
  sourceTokens,
  swapped,
  tokenIn,
  type TokenFacts,
  type WantedOutcome,
} from './wanted.ts';

interface FieldsProps {
  readonly form: MoveForm;
  readonly sides: Sides;
  readonly read: WantedOutcome;
  readonly balance: bigint | null;
  readonly payer: string | null;
  readonly onForm: (form: MoveForm) => void;
}

export function MoveFields({ form, sides, read, balance, onForm }: FieldsProps): JSX.Element {
  const from = chainIn(sides.sources, form.fromChain);
  const to = chainIn(sides.destinations, form.toChain);
  const change = (part: Partial<MoveForm>): void => onForm(changed(form, part, sides));
  const token = tokenIn(from, form.fromToken);
  const wrong = wrongAmount(read, token, balance);
  return (
    <form class="card fields" onSubmit={(event) => event.preventDefault()}>
      <fieldset>
        <legend>{t('move.from')}</legend>
        <div class="side">
          <Station name={from?.name ?? ''} />
          <Choice
            label={t('move.fromChain')}
            value={form.fromChain}
            options={sides.sources.map(chainOption)}
            onChange={(fromChain) => change({ fromChain })}
          />
          <Choice
            label={t('move.fromToken')}
            value={form.fromToken}
            options={from === null ? [] : sourceTokens(from).map(tokenOption)}
            onChange={(fromToken) => change({ fromToken })}
          />
        </div>
        <div class="amount">
          <label class="field grow">
            <span>{t('move.amount')}</span>
            <input
              class="sum"
              inputMode="decimal"
              autoComplete="off"
              placeholder="0"
              value={form.amount}
              aria-invalid={wrong !== null}
              aria-describedby="amount-wrong"
              onInput={({ currentTarget }) => onForm({ ...form, amount: currentTarget.value })}
            />
          </label>
          {balance === null || balance === 0n || token === null ? null : (
            <button
              type="button"
              class="link"
              onClick={() => onForm({ ...form, amount: typedAmount(balance, token.decimals) })}
            >
              {t('move.most')}
            </button>
          )}
        </div>
        <p id="amount-wrong" class="wrong" role="status">
          {wrong}
        </p>
      </fieldset>
      <div class="swap">
        <button
          type="button"
          class="icon-button round"
          aria-label={t('move.swap')}
          onClick={() => onForm(swapped(form, sides))}
        >
          <SwapIcon />
        </button>
      </div>
      <fieldset>
        <legend>{t('move.to')}</legend>
        <div class="side">
          <Station name={to?.name ?? ''} />
          <Choice
            label={t('move.toChain')}
            value={form.toChain}
            options={sides.destinations
              .filter(({ chain }) => String(chain) !== form.fromChain)
              .map(chainOption)}
            onChange={(toChain) => change({ toChain })}
          />
          <Choice
            label={t('move.toToken')}
            value={form.toToken}
            options={(to?.tokens ?? []).map(tokenOption)}
            onChange={(toToken) => change({ toToken })}
          />
        </div>
        {from === null || to === null ? null : <Ends {...{ form, from, to, onForm }} />}
      </fieldset>
    </form>
  );
}

/** Who receives it, and what that chain asks for beside. */
function Ends({
  form,
  from,
  to,
  onForm,
}: {
  readonly form: MoveForm;
  readonly from: ChainFacts;
  readonly to: ChainFacts;
  readonly onForm: (form: MoveForm) => void;
}): JSX.Element {
  const isOwn = isEvm(from) && isEvm(to);
  return (
    <>
      {isOwn ? (
        <label class="check">
          <input
            type="checkbox"
            checked={form.isElse}
            onChange={({ currentTarget }) => onForm({ ...form, isElse: currentTarget.checked })}
          />
          <span>{t('move.else')}</span>
        </label>
      ) : null}
      {isOwn && !form.isElse ? null : (
        <Text
          label={t('move.recipient', { chain: to.name })}
          value={form.recipient}
          onInput={(recipient) => onForm({ ...form, recipient })}
        />
      )}
      {isEvm(from) ? null : (
        <Text
          label={t('move.refundAddress')}
          more={t('move.refundAddressMore')}
          value={form.refundAddress}
          onInput={(refundAddress) => onForm({ ...form, refundAddress })}
        />
      )}
      {to.chain === 'stellar' ? (
        <>
          <Text
            label={t('move.memo')}
            value={form.memo}
            onInput={(memo) => onForm({ ...form, memo })}
          />
          <Choice
            label={t('move.memoType')}
            value={memoTypeOf(form)}
            options={[
              { value: 'id', text: t('move.memoId') },
              { value: 'text', text: t('move.memoText') },
            ]}
            onChange={(type) => onForm({ ...form, memoType: type === 'id' ? 'id' : 'text' })}
          />
          <label class="check">
            <input
              type="checkbox"
              checked={form.claimable}
              onChange={({ currentTarget }) =>
                onForm({ ...form, claimable: currentTarget.checked })
              }
            />
            <span>
              {t('move.claimable')} <small>{t('move.claimableMore')}</small>
            </span>
          </label>
        </>
      ) : null}
    </>
  );
}

function Text({
  label,
  more,
  value,
  onInput,
}: {
  readonly label: string;
  readonly more?: string;
  readonly value: string;
  readonly onInput: (text: string) => void;
}): JSX.Element {
  return (
    <label class="field">
      <span>{label}</span>
      <input
        value={value}
        autoComplete="off"
        spellcheck={false}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
      {more === undefined ? null : <small>{more}</small>}
    </label>
  );
}

interface Option {
  readonly value: string;
  readonly text: string;
}

const chainOption = ({ chain, name }: ChainFacts): Option => ({ value: String(chain), text: name });

const tokenOption = ({ address, symbol }: TokenFacts): Option => ({ value: address, text: symbol });

function Choice({
  label,
  value,
  options,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly options: readonly Option[];
  readonly onChange: (value: string) => void;
}): JSX.Element {
  return (
    <label class="choice">
      <span class="unseen">{label}</span>
      <select value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
    </label>
  );
}

function wrongAmount(
  read: WantedOutcome,
  token: TokenFacts | null,
  balance: bigint | null,
): string | null {
  if (token === null) return null;
  const filling = { symbol: token.symbol, decimals: String(token.decimals) };
  if (!read.ok)
    return read.amount === null || read.amount.ok || read.amount.why === 'empty'
      ? null
      : say(`amount.${read.amount.why}`, filling);
  return balance !== null && read.wanted.amount > balance
    ? t('amount.tooMuch', {
        balance: formatUnits(balance, token.decimals),
        symbol: token.symbol,
      })
    : null;
}
