import '../shared.ts';
import type { AgentApproval, Agents, Console } from '@interline/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { chainName } from '../parts/names.ts';
import { Problem, Shown } from '../parts/problem.tsx';
import { useLoaded } from '../state/use-loaded.ts';
import { t } from '../words/t.ts';
import { amountOf } from './amount-of.ts';
import type { Session } from './session.ts';

interface Asked {
  readonly agent: Agents['items'][number];
  readonly approval: AgentApproval;
}

const everyMs = 15_000;

/** What the wallet's agents ask to send and may send only with its approval; empty where none waits. */
export function Approvals({
  session,
  facts,
}: {
  readonly session: Session;
  readonly facts: Console | null;
}): JSX.Element {
  const { address, ask } = session;
  const [error, setError] = useState<unknown>(null);
  const waiting = useLoaded<readonly Asked[]>(
    `approvals ${address}`,
    async (signal) => {
      const { items } = await ask('GET /api/agents', {}, { signal });
      const asked = items.map(async (agent) => {
        const of = { params: { id: agent.id } };
        const { items: all } = await ask('GET /api/agents/{id}/approvals', of, { signal });
        return all
          .filter(({ state }) => state === 'asked')
          .map((approval) => ({ agent, approval }));
      });
      return (await Promise.all(asked)).flat();
    },
    { everyMs },
  );
  const decide = async (
    { agentId: id, id: aid }: AgentApproval,
    decision: 'approve' | 'deny',
  ): Promise<void> => {
    setError(null);
    await ask('POST /api/agents/{id}/approvals/{aid}', {
      params: { id, aid },
      body: { decision },
    }).catch(setError);
    waiting.reload();
  };
  return (
    <>
      {error === null ? null : <Problem error={error} />}
      <Shown of={waiting}>
        {(asked) =>
          asked.length === 0 ? null : (
            <>
              <h3>{t('account.waits')}</h3>
              <ul class="rows list">
                {asked.map(({ agent, approval }) => (
                  <li key={approval.id}>
                    <OneAsked name={agent.name} approval={approval} facts={facts} />
                    <button
                      type="button"
                      class="button"
                      onClick={() => void decide(approval, 'approve')}
                    >
                      {t('account.approve')}
                    </button>
                    <button
                      type="button"
                      class="button quiet"
                      onClick={() => void decide(approval, 'deny')}
                    >
                      {t('account.deny')}
                    </button>
                  </li>
                ))}
              </ul>
            </>
          )
        }
      </Shown>
    </>
  );
}

function OneAsked({
  name,
  approval: { about },
  facts,
}: {
  readonly name: string;
  readonly approval: AgentApproval;
  readonly facts: Console | null;
}): JSX.Element {
  const textOf = (field: string): string => String(about[field] ?? '');
  const chainId = textOf('fromChain');
  const memo = textOf('memo');
  return (
    <p class="grow">
      <strong>
        {amountOf(facts, { chainId, token: textOf('fromToken'), amount: textOf('amount') })}
      </strong>{' '}
      {t('account.asks', {
        name,
        recipient:
          memo === ''
            ? textOf('recipient')
            : t('account.withMemo', { recipient: textOf('recipient'), memo }),
        least: textOf('receivesAtLeast'),
        from: chainName(facts, numbered(chainId)),
        to: chainName(facts, numbered(textOf('toChain'))),
      })}
    </p>
  );
}

function numbered(chain: string): number | string {
  return /^\d+$/.test(chain) ? Number(chain) : chain;
}
