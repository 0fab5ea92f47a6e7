import { divergedIn, type LogReads, type LogRecord } from '../../transparency/index.ts';
import { begunLogs } from '../actions/begin-log.ts';
import { type DeskEntry, type DeskSource, partOf } from './desk-entry.ts';

interface Ports {
  readonly store: { readonly reads: { readonly logs: Pick<LogReads, 'logRecords'> } };
}

/** Logs of which witnesses, or stored witness answers, remember leaves that the store has lost. */
export function divergedLogs({ store }: Ports): DeskSource {
  return async (limit) =>
    partOf(divergedIn(await store.reads.logs.logRecords()).map(entryOf), limit);
}

function entryOf({ path, origin, divergedAtMs }: LogRecord): DeskEntry {
  const log = begunLogs.find((kind) => kind === path.split('/')[0]);
  return {
    kind: 'log',
    subject: `log ${path}`,
    state: 'LEAVES_LOST',
    sinceMs: divergedAtMs,
    shows: { origin },
    whatToDo: log === undefined ? restoreMint : advice[log],
    commands: log === undefined ? [] : [`interline operator begin-log ${log} --reason "<why>"`],
  };
}

const lost =
  'It has lost leaves that its witnesses remember, as a store does that was put back from a copy, so they cosign nothing ' +
  'more of it. Where a newer copy has them, put that back. Else begin a new log, and have each witness add its name ' +
  '(interline-witness add-log <key of the mint> --beside <name>). ';

const advice = {
  'lane-keys': `${lost}Until then clients that look in the log refuse the private lane.`,
  messages: `${lost}Until then no row that is anchored gets its proof.`,
  receipts: `${lost}Until then no receipt gets its proof.`,
} as const;

const restoreMint =
  'The mint has lost a key that its witnesses remember, as a store does that was put back from a copy, so they cosign ' +
  'nothing more of its log: no pass is signed once the present key has ended, and passes are taken on. Put back a copy ' +
  'that has the key. No order begins this log anew, for clients know its keys and its name.';
