import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Problem } from '../../parts/problem.tsx';
import { hrefOf } from '../../router.ts';
import { ownRoutes } from '../../state/own-routes.ts';
import { client } from '../../state/service.ts';
import { t } from '../../words/t.ts';
import { listedAs } from './send.ts';
import type { Wanted } from './wanted.ts';

/** Who a rehearsal without a wallet is for: nothing moves in it. */
const nobody = '0x1111111111111111111111111111111111111111';

/** Plays the very order that would be signed, as the service answers with it, in its sandbox. */
export function Rehearse({
  wanted,
  excluded,
  payer,
}: {
  readonly wanted: Wanted;
  readonly excluded: readonly string[];
  readonly payer: string | null;
}): JSX.Element | null {
  const [error, setError] = useState<unknown>(null);
  if (wanted.recipient === null && typeof wanted.to.chain !== 'number') return null;
  const rehearse = async (): Promise<void> => {
    try {
      const fromAddress = payer ?? nobody;
      const { execute } = await client.agentDo({
        ...wanted.body,
        ...(wanted.isDeposit ? {} : { fromAddress }),
        toAddress: wanted.recipient ?? fromAddress,
        ...(excluded.length === 0 ? {} : { excludeRails: [...excluded] }),
      });
      const receipt = await client.execute(execute, { sandbox: 'delivered' });
      if (!('id' in receipt)) return;
      ownRoutes.keep({ ...listedAs(wanted), id: receipt.id });
      location.hash = hrefOf({ page: 'route', id: receipt.id });
    } catch (caught) {
      setError(caught);
    }
  };
  return (
    <>
      <button type="button" class="link" onClick={() => void rehearse()}>
        {t('move.rehearse')}
      </button>
      {error === null ? null : <Problem error={error} />}
    </>
  );
}
