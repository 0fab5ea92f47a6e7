import { Transaction } from '../../curve.ts';
import type { BroadcastOutcome } from '../bitcoin-node.ts';
import { readRefusal } from '../read-refusal.ts';
import { readRecord } from '../read-reply.ts';
import type { EsploraAnswer } from './esplora-http.ts';
import { parseExact } from './parse-exact.ts';

/**
 * Reads the response of `POST /tx`: the transaction's id, or 400 with the node's error as JSON
 * after Esplora's own text. Any other response says nothing about the transaction.
 */
export function readVerdict({ status, body }: EsploraAnswer, raw: string): BroadcastOutcome {
  if (status === 200)
    return { kind: body.trim() === Transaction.fromHex(raw).getId() ? 'accepted' : 'unknown' };
  const [, error] = /RPC error:\s*(\{.*\})\s*$/s.exec(body) ?? [];
  if (status !== 400 || error === undefined) return { kind: 'unknown' };
  const { code, message } = readRecord(parseExact(error));
  if (typeof code !== 'bigint' || typeof message !== 'string') return { kind: 'unknown' };
  return readRefusal(Number(code), message);
}
