import '../shared.ts';
import { type Console, ServiceError, type SponsoredCall } from '@interline/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Long } from '../parts/long.tsx';
import { chainName, explorerOf } from '../parts/names.ts';
import { Notice } from '../parts/notice.tsx';
import { Shown } from '../parts/problem.tsx';
import { client } from '../state/service.ts';
import { useLoaded } from '../state/use-loaded.ts';
import { sponsorWords } from '../words/en-sponsor.ts';
import { addWords, say, t } from '../words/t.ts';
import { feeOf, stateOf } from './call-state.ts';

addWords(sponsorWords);

interface WithFacts {
  readonly facts: Console | null;
}

/** The chains where calls are sent at the relayer's cost, and what an account signs for. */
export function SponsorOffer({ facts }: WithFacts): JSX.Element {
  const info = useLoaded('sponsor', (signal) =>
    client.call('GET /api/sponsor/info', {}, { signal }),
  );
  if (isCode(info.error, 'SPONSOR_DISABLED'))
    return <Notice tone="plain" title={t('sponsor.none')} />;
  return (
    <Shown of={info}>
      {({ chains }) => (
        <>
          <p>{t('sponsor.offer')}</p>
          {Object.keys(chains).length === 0 ? <p>{t('sponsor.noChain')}</p> : null}
          {Object.entries(chains).map(([chain, { feeTokens, delegate, entryPoint }]) => (
            <section key={chain}>
              <h3>{chainName(facts, chain)}</h3>
              <dl class="rows">
                <div>
                  <dt>{t('sponsor.fees')}</dt>
                  <dd>{feeTokens.map(({ symbol }) => symbol).join(', ')}</dd>
                </div>
                <div>
                  <dt>{t('sponsor.delegate')}</dt>
                  <dd>
                    <Long text={delegate} what={t('copy.address')} />
                  </dd>
                </div>
                <div>
                  <dt>{t('sponsor.entry')}</dt>
                  <dd>
                    <Long text={entryPoint} what={t('copy.address')} />
                  </dd>
                </div>
              </dl>
            </section>
          ))}
        </>
      )}
    </Shown>
  );
}

const everyMs = 2_000;
/** A reorganisation may take an end back. */
const endedEveryMs = 30_000;

/** One call as the service knows it, for as long as it is looked at. */
export function FollowedCall({ id, facts }: WithFacts & { readonly id: string }): JSX.Element {
  const [isOver, setOver] = useState(false);
  const call = useLoaded(
    id,
    async (signal) => {
      const found = await client.call('GET /api/sponsor/{id}', { params: { id } }, { signal });
      setOver(stateOf(found).isOver);
      return found;
    },
    { everyMs: isOver ? endedEveryMs : everyMs },
  );
  if (isCode(call.error, 'SPONSOR_DISABLED'))
    return <Notice tone="plain" title={t('sponsor.none')} />;
  if (isCode(call.error, 'UNKNOWN_RECORD'))
    return <Notice tone="plain" title={t('sponsor.unknown')} isAlert />;
  return <Shown of={call}>{(found) => <Call call={found} facts={facts} />}</Shown>;
}

function Call({ call, facts }: WithFacts & { readonly call: SponsoredCall }): JSX.Element {
  const { word, tone } = stateOf(call);
  const { kind, chainId, account, status, txHash, userOpHash, gasUsed, innerError } = call;
  return (
    <>
      <h2>{t(kind === 'revocation' ? 'sponsor.revocation' : 'sponsor.call')}</h2>
      <p class={`state ${tone}`} role="status">
        <span class="dot" />
        {say(word)}
      </p>
      {status === 'PREPARED' ? <p>{t('sponsor.preparedMore')}</p> : null}
      {innerError === null || status !== 'INCLUDED' ? null : (
        <p class="todo">{t('sponsor.brokenWhy', { why: innerError })}</p>
      )}
      <dl class="rows">
        <div>
          <dt>{t('sponsor.account')}</dt>
          <dd>
            <Long text={account} what={t('copy.address')} />
          </dd>
        </div>
        <div>
          <dt>{t('sponsor.chain')}</dt>
          <dd>{chainName(facts, chainId)}</dd>
        </div>
        <div>
          <dt>{t('sponsor.fee')}</dt>
          <dd>{feeOf(call, facts)}</dd>
        </div>
        {gasUsed === null ? null : (
          <div>
            <dt>{t('sponsor.gas')}</dt>
            <dd>{gasUsed}</dd>
          </div>
        )}
        <div>
          <dt>{t('sponsor.tx')}</dt>
          <dd>
            {txHash === null ? (
              <span class="faint">{t('sponsor.notYet')}</span>
            ) : (
              <Long text={txHash} what={t('copy.hash')} href={explorerOf(facts, chainId, txHash)} />
            )}
          </dd>
        </div>
        {userOpHash === null ? null : (
          <div>
            <dt>{t('sponsor.operation')}</dt>
            <dd>
              <Long text={userOpHash} what={t('copy.hash')} />
            </dd>
          </div>
        )}
      </dl>
    </>
  );
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof ServiceError && error.errorCode === code;
}
