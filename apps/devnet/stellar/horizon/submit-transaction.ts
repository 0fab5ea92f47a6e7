import type { RecordedTransaction } from '../ledger/closed-ledger.ts';
import { readEnvelope, type SignedEnvelope } from '../ledger/signed-envelope.ts';
import type { StellarLedger, Submission } from '../ledger/stellar-ledger.ts';
import type { FaultyHorizon } from './horizon-faults.ts';
import { badRequest, failedTransaction, malformedTransaction, timeout } from './problem.ts';

export type Submitter = {
  ledger: StellarLedger;
  faults: FaultyHorizon;
  /** Whether a ledger closes with each transaction. */
  automine: boolean;
  /** How long a submission waits for its ledger, in milliseconds. */
  submitTimeoutMs: number;
};

/**
 * `POST /transactions`: the transaction once this Horizon has read its ledger. Known bytes are
 * answered without a new submission. Throws Horizon's problems.
 */
export async function submitTransaction(
  text: unknown,
  submitter: Submitter,
): Promise<RecordedTransaction> {
  const { ledger, faults, automine } = submitter;
  const envelope = envelopeOf(text, ledger.passphrase);
  const known = findTransaction(faults, envelope.hash);
  if (known !== undefined) return successOf(known);
  if (faults.befalls('drop')) throw timeout(envelope.hash, envelope.base64);
  const submission = ledger.submit(envelope);
  if (submission.status === 'ERROR') throw failedTransaction(envelope.base64, submission.result);
  if (automine && submission.status === 'PENDING') ledger.close();
  if (faults.befalls('timeout')) throw timeout(envelope.hash, envelope.base64);
  return successOf(await untilRead(envelope, submitter));
}

/** `POST /transactions_async`: the network's answer to the submission, without waiting. */
export function submitAsync(
  text: unknown,
  { ledger, faults, automine }: Submitter,
): { envelope: SignedEnvelope; submission: Submission } {
  const envelope = envelopeOf(text, ledger.passphrase);
  if (faults.befalls('drop')) throw timeout(envelope.hash, envelope.base64);
  const submission = ledger.submit(envelope);
  if (automine && submission.status === 'PENDING') ledger.close();
  if (faults.befalls('timeout')) throw timeout(envelope.hash, envelope.base64);
  return { envelope, submission };
}

/** A transaction that this Horizon has read, by its hash or the wrapped one's. */
export function findTransaction(
  faults: FaultyHorizon,
  hash: string,
): RecordedTransaction | undefined {
  // Newest first, because usually the newest one is requested.
  return faults
    .view()
    .ledgers.findLast(({ transactions }) => transactions.some((one) => isNamed(one, hash)))
    ?.transactions.find((one) => isNamed(one, hash));
}

function isNamed({ envelope }: RecordedTransaction, hash: string): boolean {
  return envelope.hash === hash || envelope.innerHash === hash;
}

function envelopeOf(text: unknown, passphrase: string): SignedEnvelope {
  if (typeof text !== 'string' || text === '')
    throw badRequest('tx', 'wanted an envelope in base64');
  const envelope = readEnvelope(text, passphrase);
  if (envelope === undefined) throw malformedTransaction(text);
  return envelope;
}

function successOf(row: RecordedTransaction): RecordedTransaction {
  if (!row.successful) throw failedTransaction(row.envelope.base64, row.result);
  return row;
}

async function untilRead(
  envelope: SignedEnvelope,
  { ledger, faults, submitTimeoutMs }: Submitter,
): Promise<RecordedTransaction> {
  const read = findTransaction(faults, envelope.hash);
  if (read !== undefined) return read;
  return await new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      stop();
      reject(timeout(envelope.hash, envelope.base64));
    }, submitTimeoutMs).unref();
    const stop = ledger.onClose(() => {
      const row = findTransaction(faults, envelope.hash);
      if (row === undefined) return;
      stop();
      clearTimeout(timer);
      resolve(row);
    });
  });
}
