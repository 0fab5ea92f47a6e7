import type { OperatorAccount } from '@interline/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { formatSpan, shortened } from '../../format/time.ts';
import { Long } from '../../parts/long.tsx';
import { chainName } from '../../parts/names.ts';
import { Shown } from '../../parts/problem.tsx';
import { say, t, type WordKey } from '../../words/t.ts';
import { GiveOrder, plainOrder } from './give-order.tsx';
import { Line } from './line.tsx';
import { type DeskProps, useAsked } from './section.tsx';

/** The accounts that we send with: their slots, what is open, what is stuck. */
export function Accounts(props: DeskProps): JSX.Element {
  const found = useAsked('accounts', (client, signal) =>
    client.call('GET /operator/accounts', {}, { signal }),
  );
  return (
    <Shown of={found} lines={5}>
      {({ accounts }) => (
        <ul class="rows list">
          {accounts.map((account) => (
            <Account
              key={account.chain + account.address + account.role}
              {...props}
              account={account}
            />
          ))}
        </ul>
      )}
    </Shown>
  );
}

type AccountProps = DeskProps & { readonly account: OperatorAccount };

function Account(props: AccountProps): JSX.Element {
  const { facts, now, account } = props;
  const { chain, role, address, nextSlot, chainSlots, former, inFlight, oldest } = account;
  const [isOpen, setOpen] = useState(false);
  return (
    <Line
      title={`${say(`desk.${role}`)}, ${chainName(facts, chain)}${former ? t('desk.former') : ''}`}
      tag={account.stopped === null ? null : t('desk.stopped')}
      notes={[
        <Long key="address" text={address} what={t('copy.address')} />,
        account.stopped,
        account.lacksCoin,
        ...account.stuck.map(({ reason }) => reason),
      ]}
      end={
        inFlight === 0
          ? t('desk.idle')
          : t('desk.inFlight', {
              count: String(inFlight),
              time: formatSpan(now - (oldest ?? now)),
            })
      }
      endNote={t('desk.slots', { next: String(nextSlot ?? 0), chain: String(chainSlots ?? '?') })}
    >
      {inFlight === 0 ? null : (
        <details class="whole" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary>{t('desk.transactions')}</summary>
          {isOpen ? <Open {...props} /> : null}
        </details>
      )}
    </Line>
  );
}

/** What has no end yet, with the two orders that give it one. */
function Open({ account: { chain, role }, facts, now }: AccountProps): JSX.Element {
  const found = useAsked(`${chain} ${role}`, (client, signal) =>
    client.call('GET /operator/account', { query: { chain: String(chain), role } }, { signal }),
  );
  return (
    <Shown of={found} lines={2}>
      {({ accounts }) => (
        <ul class="rows list">
          {accounts
            .flatMap(({ open }) => open)
            .map(({ id, purpose, owner, slot, committed, chain: seen, forms }) => (
              <Line
                key={id}
                title={shortened(owner, 9)}
                href={`#/route/${owner}`}
                notes={[
                  say(`time.${purpose}` as WordKey, { chain: chainName(facts, chain) }),
                  t('desk.transaction', {
                    slot: String(slot ?? '?'),
                    seen: seen.shows,
                    time: formatSpan(now - committed),
                    forms: String(forms.length),
                  }),
                ]}
              >
                <div class="orders">
                  {['bump', 'replace'].map((path) => (
                    <GiveOrder
                      key={path}
                      facts={facts}
                      order={plainOrder(`transactions/${path}`, { transaction: id })}
                    />
                  ))}
                </div>
              </Line>
            ))}
        </ul>
      )}
    </Shown>
  );
}
