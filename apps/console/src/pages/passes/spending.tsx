import type { JSX } from 'preact';
import { privacyStore, changePrivacy, type Spending, spendings } from '../../state/privacy.ts';
import { useStore } from '../../state/store.ts';
import { say, t } from '../../words/t.ts';

export function countOf(passes: number): string {
  return passes === 1 ? t('passes.one') : t('passes.count', { count: String(passes) });
}

/** When passes are spent: the person's own choice, and never by itself. */
export function SpendingChoice(): JSX.Element {
  const { spending } = useStore(privacyStore);
  const choose = (value: string): void => {
    const chosen: Spending | undefined = spendings.find((one) => one === value);
    if (chosen !== undefined) changePrivacy({ spending: chosen });
  };
  return (
    <label class="field">
      <span>{t('passes.spend')}</span>
      <select value={spending} onChange={({ currentTarget }) => choose(currentTarget.value)}>
        {spendings.map((one) => (
          <option key={one} value={one}>
            {say(`passes.${one}`)}
          </option>
        ))}
      </select>
      <small>{t('passes.spendMore')}</small>
    </label>
  );
}
