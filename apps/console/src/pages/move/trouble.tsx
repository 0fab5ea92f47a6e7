import type { JSX } from 'preact';
import { Notice } from '../../parts/notice.tsx';
import type { WalletTrouble } from '../../wallet/provider.ts';
import { t } from '../../words/t.ts';

/** What a wallet did instead of signing. Nothing has moved then. */
export function Trouble({
  trouble,
  chain,
}: {
  readonly trouble: WalletTrouble;
  readonly chain: string;
}): JSX.Element {
  return (
    <Notice
      tone={trouble.kind === 'declined' ? 'plain' : 'bad'}
      title={wordsOf(trouble, chain)}
      isAlert
    />
  );
}

function wordsOf(trouble: WalletTrouble, chain: string): string {
  switch (trouble.kind) {
    case 'declined':
      return t('wallet.declined');
    case 'pending':
      return t('wallet.pending');
    case 'no-chain':
      return t('wallet.noChain', { chain });
    case 'switched':
      return t('wallet.switched');
    case 'checked':
      return t('wallet.checked', { why: trouble.why });
    case 'failed':
      return t('wallet.failed', { why: trouble.why });
  }
}
