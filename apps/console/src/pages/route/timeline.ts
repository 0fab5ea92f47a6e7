import type { RouteReceipt, RouteTimeline } from '@interline/client';
import type { WordKey } from '../../words/t.ts';
import { isGoingBack } from './amount-rows.ts';

/** One stop of a route's way. */
export interface Stop {
  readonly word: WordKey;
  readonly tone: 'done' | 'now' | 'next' | 'bad';
  /** Null where it has not happened, or when is not known. */
  readonly atMs: number | null;
  readonly chain?: number | string;
  readonly tx?: string;
  readonly notes: readonly Note[];
  /** Beside `chain`: what the word names. */
  readonly filling?: Readonly<Record<string, string>>;
}

export interface Note {
  readonly word: WordKey;
  readonly filling?: Readonly<Record<string, string>>;
}

type Step = RouteTimeline['steps'][number];

/** What happened, in order, and what comes next: out of the receipt and the times. */
export function stopsOf(receipt: RouteReceipt, timeline: RouteTimeline | null): readonly Stop[] {
  const isOver = receipt.status === 'DONE' || receipt.status === 'FAILED';
  const steps = timeline?.steps ?? [];
  return [
    {
      word: 'time.accepted',
      tone: 'done',
      atMs: receipt.createdAt,
      notes: [],
    },
    ...depositStops(receipt),
    ...steps.flatMap((step, at) => stopsOfStep(step, steps.slice(at + 1), receipt)),
    ...(steps.length === 0 ? knownStops(receipt) : []),
    ...(isOver ? [endOf(receipt)] : [nextOf(receipt)]),
  ];
}

function stopsOfStep(step: Step, later: readonly Step[], receipt: RouteReceipt): readonly Stop[] {
  const isMined = step.state === 'mined' || step.state === 'filled';
  const isBad = step.state === 'reverted' || step.state === 'displaced';
  const stop: Stop = {
    word: `time.${step.what}`,
    tone: isMined ? 'done' : isBad ? 'bad' : 'now',
    atMs: step.sentAt ?? step.begunAt,
    chain: step.chain,
    ...(step.tx === null ? {} : { tx: step.tx }),
    filling: { rail: receipt.bridge },
    notes: notesOf(step),
  };
  if (step.what !== 'pull' || !isMined) return [stop];
  // What pays out or back is begun once the pull is deep enough.
  const next = later.find(({ what }) => what === 'payout' || what === 'call' || what === 'refund');
  if (next === undefined) return [stop];
  return [
    stop,
    { word: 'time.confirmed', tone: 'done', atMs: next.begunAt, chain: step.chain, notes: [] },
  ];
}

function notesOf({ state, block, sentAt, sends, reorgs, tx }: Step): readonly Note[] {
  const place = (): Note => {
    if (state === 'reverted') return { word: 'time.reverted' };
    if (state === 'displaced') return { word: 'time.displaced' };
    if (block !== null) return { word: 'time.inBlock', filling: { block: String(block) } };
    return { word: sentAt === null && tx === null ? 'time.preparing' : 'time.sent' };
  };
  return [
    place(),
    ...(sends > 1 ? [{ word: 'time.raised', filling: { count: String(sends - 1) } } as const] : []),
    ...(reorgs > 0 ? [{ word: 'time.reorged', filling: { count: String(reorgs) } } as const] : []),
  ];
}

/** Without times the receipt still says what there was. */
function knownStops({ srcTx, from, sandbox }: RouteReceipt): readonly Stop[] {
  if (srcTx === null || sandbox) return [];
  return [{ word: 'time.pull', tone: 'done', atMs: null, chain: from.chain, tx: srcTx, notes: [] }];
}

function depositStops({ deposit, status, srcTx }: RouteReceipt): readonly Stop[] {
  if (deposit === undefined) return [];
  const { total, confirmations = 1 } = deposit;
  if (total === undefined || total.parts === 0)
    return status === 'AWAITING_DEPOSIT'
      ? [{ word: 'time.waiting', tone: 'now', atMs: null, notes: [] }]
      : [];
  return [
    {
      word: 'time.depositSeen',
      tone: total.confirmations >= confirmations ? 'done' : 'now',
      atMs: null,
      ...(srcTx === null ? {} : { tx: srcTx }),
      filling: {
        confirmations: String(Math.min(total.confirmations, confirmations)),
        wanted: String(confirmations),
      },
      notes: [],
    },
  ];
}

function endOf(receipt: RouteReceipt): Stop {
  const atMs = receipt.updatedAt;
  if (receipt.status === 'DONE')
    return { word: 'time.delivered', tone: 'done', atMs, chain: receipt.to.chain, notes: [] };
  return receipt.refund?.state === 'done'
    ? { word: 'time.refunded', tone: 'done', atMs, chain: receipt.from.chain, notes: [] }
    : { word: 'time.failed', tone: 'bad', atMs, notes: [] };
}

function nextOf(receipt: RouteReceipt): Stop {
  return isGoingBack(receipt)
    ? {
        word: 'time.toComeBack',
        tone: 'next',
        atMs: null,
        chain: receipt.from.chain,
        notes: [],
      }
    : { word: 'time.toDeliver', tone: 'next', atMs: null, chain: receipt.to.chain, notes: [] };
}
