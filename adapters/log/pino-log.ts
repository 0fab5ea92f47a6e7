import { type DestinationStream, pino } from 'pino';
import type { Log, LogFields } from '@interline/ports';
import { standardError } from './log-output.ts';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** Fields whose values never reach a log line. A token's contract is logged as `tokenAddress`. */
const redacted = [
  'key',
  'secret',
  'signature',
  'raw',
  'password',
  'token',
  'authorization',
  'pass',
  'url',
  'rpcUrl',
  'query',
  'querystring',
  '["x-svc-key"]',
  '["x-svc-pass"]',
];

/**
 * JSON lines on the given stream (standard error by default, so that a command's own output stays
 * clean). There a call never throws or waits: see `LogOutput`.
 */
export function pinoLog(level: LogLevel, destination: DestinationStream = standardError()): Log {
  return wrap(
    pino({ level, base: null, redact: { paths: redacted, censor: '[redacted]' } }, destination),
  );
}

function wrap(logger: pino.Logger): Log {
  return {
    debug: (event, fields) => logger.debug(fields ?? {}, event),
    info: (event, fields) => logger.info(fields ?? {}, event),
    warn: (event, fields) => logger.warn(fields ?? {}, event),
    error: (event, fields) => logger.error(fields ?? {}, event),
    child: (fields: LogFields) => wrap(logger.child(fields)),
  };
}
