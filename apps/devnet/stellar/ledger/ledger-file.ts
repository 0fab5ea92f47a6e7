import {
  closeSync,
  fdatasyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { ClosedLedger } from './closed-ledger.ts';

/** The first line of the file: the starting point of the ledger and the devnet's own keys. */
export type LedgerOrigin = { format: 1; passphrase: string; seed: string; startedAtSec: number };

/** One line a closed ledger; envelopes in the order in which they were applied. */
export type KeptLedger = {
  closeTimeSec: number;
  baseFee: bigint;
  envelopes: string[];
  hash: string;
};

export type LedgerFile = {
  origin: LedgerOrigin;
  kept: readonly KeptLedger[];
  append(ledger: ClosedLedger): void;
  close(): void;
};

/**
 * Opens `stellar-ledger.jsonl` in the folder, or starts it with `fresh`. A ledger with transactions
 * is on the disk before `append` returns; a last line that a crash cut off is removed.
 */
export function openLedgerFile(folder: string, fresh: LedgerOrigin): LedgerFile {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'stellar-ledger.jsonl');
  const file = openSync(path, 'a+');
  try {
    const text = readFileSync(path, 'utf8');
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    if (whole.length < text.length) ftruncateSync(file, Buffer.byteLength(whole));
    const [first, ...rest] = whole.split('\n').slice(0, -1);
    const origin = first === undefined ? fresh : readOrigin(first, path);
    if (origin.passphrase !== fresh.passphrase)
      throw new Error(
        `${path} is of the network "${origin.passphrase}", not "${fresh.passphrase}"; ` +
          'start with that passphrase or another data folder',
      );
    if (first === undefined) {
      writeSync(file, `${JSON.stringify(origin)}\n`);
      fdatasyncSync(file);
    }
    return {
      origin,
      kept: rest.map((line, index) => readKept(line, `${path}, line ${index + 2}`)),
      append(ledger) {
        writeSync(file, `${lineOf(ledger)}\n`);
        // An empty ledger lost in a crash was only a tick of the clock.
        if (ledger.transactions.length > 0) fdatasyncSync(file);
      },
      close: () => closeSync(file),
    };
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

function lineOf({ closeTimeSec, baseFee, transactions, hash }: ClosedLedger): string {
  const envelopes = transactions.map(({ envelope }) => envelope.base64);
  return JSON.stringify({ closeTimeSec, baseFee: baseFee.toString(), envelopes, hash });
}

function readOrigin(line: string, path: string): LedgerOrigin {
  const { format, passphrase, seed, startedAtSec } = fieldsOf(line, `${path}, line 1`);
  if (
    format !== 1 ||
    typeof passphrase !== 'string' ||
    typeof seed !== 'string' ||
    typeof startedAtSec !== 'number'
  )
    throw new Error(`${path} does not start like a ledger of this devnet; move it away`);
  return { format, passphrase, seed, startedAtSec };
}

function readKept(line: string, where: string): KeptLedger {
  const { closeTimeSec, baseFee, envelopes, hash } = fieldsOf(line, where);
  if (
    typeof closeTimeSec !== 'number' ||
    typeof baseFee !== 'string' ||
    !Array.isArray(envelopes) ||
    !envelopes.every((envelope) => typeof envelope === 'string') ||
    typeof hash !== 'string'
  )
    throw new Error(`${where} is not a ledger; move the file away to start a new one`);
  return { closeTimeSec, baseFee: BigInt(baseFee), envelopes, hash };
}

function fieldsOf(line: string, where: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === 'object' && value !== null) return { ...value };
  } catch (error) {
    throw new Error(`${where} is not JSON; move the file away to start a new one`, {
      cause: error,
    });
  }
  throw new Error(`${where} is not an object; move the file away to start a new one`);
}
