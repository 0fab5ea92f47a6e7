import { ServiceError } from '@interline/client';
import { CommanderError } from 'commander';
import { UnfinishedPurchase } from './rest/unfinished-purchase.ts';

/** What a command ends with, a row each: the help and the README show this table. */
export const exitCodes = [
  { code: 0, means: 'done' },
  { code: 1, means: 'failed: the service, a chain or this machine could not do it, or refused' },
  { code: 2, means: 'invalid: an option, an argument, an amount, or an unknown name' },
  { code: 3, means: 'not possible in the current state; nothing was done' },
] as const;

type ExitCode = (typeof exitCodes)[number]['code'];

/** A command line that says too little or contradicts itself. */
export class UsageError extends Error {}

/** A command that was understood, and that something on this machine stands in the way of. */
export class WrongStateError extends Error {}

/** Statuses by which a service says that the request itself is wrong, or that it met a state. */
const wrongRequest: readonly number[] = [400, 404, 405, 413];
const wrongState: readonly number[] = [409, 422];

export function exitCodeOf(thrown: unknown): ExitCode {
  const error = thrown instanceof UnfinishedPurchase ? thrown.cause : thrown;
  // Help and version are errors of the parser too, with the code 0.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof UsageError) return 2;
  // By its name, because its class is the server's, which most commands do not load.
  if (error instanceof Error && error.name === 'ConfigUnreadError') return 2;
  if (error instanceof WrongStateError) return 3;
  if (!(error instanceof ServiceError)) return 1;
  if (wrongRequest.includes(error.status)) return 2;
  return wrongState.includes(error.status) ? 3 : 1;
}

/** For the end of the help. */
export const exitCodesHelp = `
Exit codes:
${exitCodes.map(({ code, means }) => `  ${code}  ${means}`).join('\n')}`;
