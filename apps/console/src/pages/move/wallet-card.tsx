import type { Console } from '@interline/client';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { formatMoney } from '../../format/amount.ts';
import { WalletIcon } from '../../parts/icons.tsx';
import { Long } from '../../parts/long.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Problem } from '../../parts/problem.tsx';
import { post } from '../../state/service.ts';
import { useStore } from '../../state/store.ts';
import type { Loaded } from '../../state/use-loaded.ts';
import { t } from '../../words/t.ts';
import { troubleOf, type WalletTrouble } from '../../wallet/provider.ts';
import {
  connectWallet,
  forgetWallet,
  makeThrowAway,
  type Wallet,
  walletStore,
} from '../../wallet/wallet-store.ts';
import type { FoundWallet } from '../../wallet/wallets.ts';
import { Trouble } from './trouble.tsx';
import { chainIn, type MoveForm, type Sides, tokenIn } from './wanted.ts';

interface WalletProps {
  readonly facts: Console;
  readonly form: MoveForm;
  readonly sides: Sides;
  readonly balance: Loaded<bigint | null>;
  /** A deposit is paid from any wallet. */
  readonly isNeeded: boolean;
}

export function WalletCard({
  facts,
  form,
  sides,
  balance,
  isNeeded,
}: WalletProps): JSX.Element | null {
  const { wallet } = useStore(walletStore);
  const card = useRef<HTMLElement>(null);
  const before = useRef(wallet);
  useEffect(() => {
    // The button that was pressed is gone with its wallet, or for one, and took the focus along.
    if (before.current !== wallet && document.activeElement === document.body)
      card.current?.focus();
    before.current = wallet;
  }, [wallet]);
  if (!isNeeded) return null;
  return (
    <section class="card wallet" aria-label={t('wallet.title')} tabIndex={-1} ref={card}>
      {wallet === null ? (
        <Choose facts={facts} form={form} />
      ) : (
        <Connected {...{ facts, wallet, form, sides, balance }} />
      )}
    </section>
  );
}

const playMoney = '1000000000';

/** Asks the devnet for a thousand play dollars on the chain that is chosen. */
async function fill(address: string, { fromChain, fromToken }: MoveForm): Promise<void> {
  const chainId = Number(fromChain);
  await post('/devnet/faucet', { chainId, token: fromToken, to: address, amount: playMoney });
}

function Choose({ facts, form }: Pick<WalletProps, 'facts' | 'form'>): JSX.Element {
  const [isMaking, setMaking] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const make = async (): Promise<void> => {
    setMaking(true);
    try {
      await makeThrowAway((address) => fill(address, form));
    } catch (caught) {
      setError(caught);
    }
    setMaking(false);
  };
  if (facts.profile !== 'devnet')
    return (
      <>
        <h2>{t('wallet.title')}</h2>
        <p>{t('wallet.none')}</p>
        <Announced />
      </>
    );
  return (
    <>
      <h2>{t('wallet.title')}</h2>
      <button type="button" class="button wide" disabled={isMaking} onClick={() => void make()}>
        {isMaking ? t('wallet.making') : t('wallet.throwAway')}
      </button>
      <p class="faint">{t('wallet.throwAwayMore')}</p>
      {error === null ? null : <Problem error={error} />}
      <details>
        <summary>{t('wallet.own')}</summary>
        <p class="todo">{t('wallet.ownMore')}</p>
        <Announced />
      </details>
    </>
  );
}

/** The wallets of the browser, by the names and icons that they give themselves. */
function Announced(): JSX.Element {
  const { found } = useStore(walletStore);
  const [trouble, setTrouble] = useState<WalletTrouble | null>(null);
  const [isAsked, setAsked] = useState(false);
  const connect = async (wallet: FoundWallet): Promise<void> => {
    setTrouble(null);
    setAsked(true);
    try {
      await connectWallet(wallet);
    } catch (error) {
      setTrouble(troubleOf(error));
    }
    setAsked(false);
  };
  if (found.length === 0) return <p class="faint">{t('wallet.noneFound')}</p>;
  return (
    <>
      <ul class="plain wallets">
        {found.map((wallet) => (
          <li key={wallet.id}>
            <button type="button" class="button quiet wide" onClick={() => void connect(wallet)}>
              {wallet.icon === null ? (
                <WalletIcon />
              ) : (
                <img src={wallet.icon} alt="" width="24" height="24" />
              )}
              {t('wallet.connect', { name: wallet.name })}
            </button>
          </li>
        ))}
      </ul>
      {isAsked ? (
        <Notice tone="wait" title={t('wallet.look')}>
          <p>{t('wallet.lookMore')}</p>
        </Notice>
      ) : null}
      {trouble === null ? null : <Trouble trouble={trouble} chain="" />}
    </>
  );
}

function Connected({
  facts,
  wallet,
  form,
  sides,
  balance,
}: Pick<WalletProps, 'facts' | 'form' | 'sides' | 'balance'> & {
  readonly wallet: Wallet;
}): JSX.Element {
  const [error, setError] = useState<unknown>(null);
  const token = tokenIn(chainIn(sides.sources, form.fromChain), form.fromToken);
  const more = async (): Promise<void> => {
    try {
      await fill(wallet.address, form);
      setError(null);
      balance.reload();
    } catch (caught) {
      setError(caught);
    }
  };
  const units = balance.value;
  return (
    <>
      <div class="connected">
        {wallet.kind === 'browser' && wallet.icon !== null ? (
          <img src={wallet.icon} alt="" width="28" height="28" />
        ) : (
          <WalletIcon />
        )}
        <div class="grow">
          <strong>{wallet.kind === 'browser' ? wallet.name : t('wallet.throwAwayName')}</strong>
          <Long text={wallet.address} what={t('copy.address')} />
        </div>
        <div class="balance">
          <small>{t('wallet.balance')}</small>
          <span>
            {units === null || token === null
              ? balance.error === null
                ? '\u2026'
                : t('wallet.noBalance')
              : `${formatMoney(units, token.decimals)} ${token.symbol}`}
          </span>
        </div>
      </div>
      <div class="row">
        {facts.profile === 'devnet' && units === 0n ? (
          <button type="button" class="button quiet" onClick={() => void more()}>
            {t('wallet.fill')}
          </button>
        ) : null}
        <button type="button" class="link" onClick={forgetWallet}>
          {t('wallet.forget')}
        </button>
      </div>
      {error === null ? null : <Problem error={error} />}
    </>
  );
}
