import '../shared.ts';
import {
  type Console,
  type RouteEvidence,
  type RouteReceipt,
  ServiceError,
} from '@interline/client';
import type { JSX } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { formatMoney, unitsOf } from '../format/amount.ts';
import { formatMoment, shortened } from '../format/time.ts';
import { CheckIcon } from '../parts/icons.tsx';
import { chainName } from '../parts/names.ts';
import { Notice } from '../parts/notice.tsx';
import { Shown } from '../parts/problem.tsx';
import { client, clockLagMs } from '../state/service.ts';
import { useLoaded } from '../state/use-loaded.ts';
import { receiptWords } from '../words/en-receipt.ts';
import { addWords, t } from '../words/t.ts';
import { canVerify, checkShown, type Findings } from './check-shown.ts';
import { membersOf } from './compare-claims.ts';
import { fetchReceiptKeys, type ReceiptKeys } from './receipt-keys.ts';

addWords(receiptWords);

interface Checked {
  readonly evidence: RouteEvidence;
  /** Null where this browser cannot look. */
  readonly found: { readonly keys: ReceiptKeys; readonly findings: Findings } | null;
}

interface PanelProps {
  readonly receipt: RouteReceipt;
  readonly facts: Console | null;
}

/** The signed receipt of a route that has ended, fetched and checked in this page. */
export function ReceiptPanel({ receipt, facts }: PanelProps): JSX.Element {
  const checked = useLoaded<Checked>(`${receipt.id} ${receipt.updatedAt}`, async (signal) => {
    const query = { id: receipt.id };
    const evidence = await client.call('GET /api/verify/receipt', { query }, { signal });
    if (!(await canVerify())) return { evidence, found: null };
    const keys = await fetchReceiptKeys(facts?.basePath ?? '');
    return { evidence, found: { keys, findings: await checkShown(evidence, receipt, keys) } };
  });
  const { error } = checked;
  if (error instanceof ServiceError && error.errorCode === 'EVIDENCE_DISABLED')
    return <Notice tone="plain" title={t('signed.none')} />;
  return (
    <Shown of={checked}>
      {({ found, evidence }) => (
        <>
          {found === null ? (
            <Notice tone="wait" title={t('signed.unfit')} />
          ) : (
            <Verdict {...found} />
          )}
          {found === null || found.findings.claims === null ? null : (
            <Claims claims={found.findings.claims} receipt={receipt} facts={facts} />
          )}
          <Downloads id={receipt.id} evidence={evidence} />
        </>
      )}
    </Shown>
  );
}

type Tone = 'good' | 'wait' | 'bad';

/** Each thing that was looked at, in the order in which it matters. */
function Verdict({ keys, findings }: NonNullable<Checked['found']>): JSX.Element {
  const { signature, differences, log, claims } = findings;
  const since = formatMoment(keys.sinceMs);
  const found: readonly (readonly [Tone, string])[] = [
    signature.wrong === null
      ? ['good', t('signed.byKey')]
      : ['bad', t('signed.notSigned', { why: signature.wrong })],
    keys.areOther
      ? ['bad', t('signed.otherKeys', { time: since })]
      : ['good', t('signed.sameKeys', { time: since })],
    ...(claims === null
      ? []
      : [
          differences.length === 0
            ? (['good', t('signed.same')] as const)
            : (['bad', t('signed.differs')] as const),
          logWord(log),
        ]),
  ];
  return (
    <div role="status">
      <ul class="plain found">
        {found.map(([tone, text]) => (
          <li key={text} class={tone}>
            {tone === 'good' ? <CheckIcon /> : <span aria-hidden="true">!</span>}
            <span>{text}</span>
          </li>
        ))}
      </ul>
      {differences.length === 0 ? null : (
        <ul class="plain todo">
          {differences.map(({ field, signed, shown }) => (
            <li key={field}>
              {t('signed.difference', {
                field,
                signed: signed === '' ? t('signed.nothing') : signed,
                shown: shown === '' ? t('signed.nothing') : shown,
              })}
            </li>
          ))}
        </ul>
      )}
      {log.place === null ? null : (
        <p class="faint">
          {log.place.cosigned.length === 0
            ? t('signed.noWitness')
            : t('signed.cosigned', {
                names: log.place.cosigned.map(({ name }) => name).join(', '),
              })}
        </p>
      )}
    </div>
  );
}

function logWord({ wrong, place, dueMs }: Findings['log']): readonly [Tone, string] {
  if (wrong !== null) return ['bad', t('signed.notLogged', { why: wrong })];
  if (place !== null) {
    const { index, size } = place;
    return ['good', t('signed.logged', { index: String(index), size: String(size) })];
  }
  const time = formatMoment(dueMs ?? 0);
  return dueMs !== null && dueMs < Date.now() + clockLagMs()
    ? ['bad', t('signed.overdue', { time })]
    : ['wait', t('signed.pending', { time })];
}

/** In the receipt's own words, of which none is the page's. */
function Claims({
  claims,
  receipt,
  facts,
}: PanelProps & { readonly claims: NonNullable<Findings['claims']> }): JSX.Element {
  const [from, to] = [membersOf(claims['from']), membersOf(claims['to'])];
  const side = (of: typeof from, amount: unknown, onPage: number): string => {
    const decimals = typeof of['decimals'] === 'number' ? of['decimals'] : onPage;
    const units = unitsOf(typeof amount === 'string' ? amount : null);
    return units === null
      ? t('signed.nothing')
      : t('signed.side', {
          amount: formatMoney(units, decimals),
          symbol: String(of['symbol']),
          chain: chainName(facts, String(of['chain'])),
        });
  };
  const { payer, srcTx, destTx, refundTx, endedAt } = claims;
  return (
    <>
      <h3>{t('signed.says')}</h3>
      <dl class="rows">
        <Row name={t('signed.source')} tx={srcTx}>
          {side(from, from['amount'], receipt.from.decimals)}
        </Row>
        <Row name={t('signed.payer')}>
          {typeof payer === 'string' ? <code>{payer}</code> : t('signed.depositor')}
        </Row>
        <Row name={t('signed.brought')} tx={destTx}>
          {side(to, to['delivered'], receipt.to.decimals)}
        </Row>
        <Row name={t('signed.back')}>
          {typeof refundTx === 'string' ? <code>{refundTx}</code> : t('signed.notBack')}
        </Row>
        <Row name={t('signed.at')}>{formatMoment(Number(endedAt))}</Row>
      </dl>
    </>
  );
}

function Row({
  name,
  tx,
  children,
}: {
  readonly name: string;
  readonly tx?: unknown;
  readonly children: JSX.Element | string;
}): JSX.Element {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {children}
        {typeof tx === 'string' ? (
          <small title={tx}>{t('signed.in', { tx: shortened(tx) })}</small>
        ) : null}
      </dd>
    </div>
  );
}

function Downloads({
  id,
  evidence,
}: {
  readonly id: string;
  readonly evidence: RouteEvidence;
}): JSX.Element {
  const { jws, salt, proof } = evidence;
  const file = `receipt-${id}.json`;
  return (
    <>
      <div class="row">
        <Download text={jws} type="application/jose" file={`receipt-${id}.jws`}>
          {t('signed.jws')}
        </Download>
        <Download
          text={`${JSON.stringify({ jws, salt, proof }, null, 2)}\n`}
          type="application/json"
          file={file}
        >
          {t('signed.whole')}
        </Download>
      </div>
      <p class="faint">{t('signed.wholeMore', { file })}</p>
    </>
  );
}

function Download({
  text,
  type,
  file,
  children,
}: {
  readonly text: string;
  readonly type: string;
  readonly file: string;
  readonly children: string;
}): JSX.Element {
  const url = useMemo(() => URL.createObjectURL(new Blob([text], { type })), [text, type]);
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  return (
    <a class="button quiet" href={url} download={file}>
      {children}
    </a>
  );
}
