import type { AccountRecord, TransactionReads } from '@interline/core/transactions';
import type { CustodyPort } from '@interline/ports';
import type { Meters } from './meters.ts';
import { Gauge } from 'prom-client';

export interface AccountParts {
  readonly reader: { readonly transactions: Pick<TransactionReads, 'accounts'> };
  readonly custody: Pick<CustodyPort, 'account'>;
}

/** Gauges over the accounts, one line for each chain and account. */
export function watchAccounts(
  { registry }: Pick<Meters, 'registry'>,
  { reader, custody }: AccountParts,
): void {
  accountGauge(
    'interline_nonce_lane_in_flight',
    'Nonces that were given out and are in no block yet.',
    ({ nextNonce, lastMined }) => Math.max(0, nextNonce - lastMined - 1),
  );
  accountGauge(
    'interline_nonce_lane_stopped',
    '1 where nothing is sent until an operator looks at it.',
    ({ stopped }) => (stopped === null ? 0 : 1),
  );

  function accountGauge(
    name: string,
    help: string,
    valueOf: (record: AccountRecord) => number,
  ): void {
    new Gauge({
      name,
      help,
      labelNames: ['chain', 'account'],
      registers: [registry],
      async collect() {
        for (const record of await reader.transactions.accounts())
          this.set({ chain: record.chain, account: roleOf(record) }, valueOf(record));
      },
    });
  }

  /**
   * Never the address. An account that was ours before a change of keys is told as such.
   */
  function roleOf({ account }: AccountRecord): string {
    return (
      (['spender', 'float'] as const).find((role) => custody.account(role) === account) ?? 'former'
    );
  }
}
