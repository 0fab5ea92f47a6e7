import { isUtf8 } from 'node:buffer';
import { RelayError } from '@interline/kernel';
import { shown } from '../parse/shown.ts';
import { isJsonObject, parseJsonText } from './parse-json-text.ts';

/**
 * A request body as a JSON object; no bytes are an empty one. Refuses what is no UTF-8, and all
 * that `parseJsonText` does.
 */
export function parseJsonObject(bytes: Buffer): Readonly<Record<string, unknown>> {
  if (bytes.length === 0) return {};
  if (!isUtf8(bytes)) throw new RelayError('BAD_REQUEST', {}, 'the body is not valid UTF-8');
  const value = parseJsonText(bytes.toString('utf8'), 'the body');
  if (!isJsonObject(value))
    throw new RelayError('BAD_REQUEST', {}, `the body must be a JSON object; got ${shown(value)}`);
  return value;
}
