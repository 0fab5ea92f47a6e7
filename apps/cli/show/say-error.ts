import { isRecord, permit2Address } from '@interline/kernel';
import { NoAnswerError, ServiceError } from '@interline/client';
import type { Command } from 'commander';
import pc from 'picocolors';
import { UsageError } from '../exit-codes.ts';
import { UnfollowedRoute } from '../rest/follow-accepted.ts';
import { UnfinishedPurchase } from '../rest/unfinished-purchase.ts';

/**
 * One line to standard error, the catalogue's code in front where there is one; with `--json` the
 * service's own body, or the same three fields.
 */
export function sayError(thrown: unknown, isJson: boolean): void {
  const route = thrown instanceof UnfollowedRoute ? thrown : null;
  const bought = thrown instanceof UnfinishedPurchase ? thrown : null;
  const error = causeOf(thrown);
  if (isJson) {
    console.error(
      JSON.stringify({
        ...(error instanceof ServiceError
          ? error.body
          : localBody(localCodeOf(error), textOf(error))),
        ...(route === null ? {} : { route: route.id, follow: route.follow }),
        ...(bought === null ? {} : { invoice: bought.invoice, follow: bought.follow }),
      }),
    );
    return;
  }
  const code =
    error instanceof ServiceError && error.errorCode !== '' ? `${error.errorCode}: ` : '';
  console.error(`${pc.red('error')} ${code}${textOf(error)}`);
  if (route !== null)
    console.error(
      `the route was accepted, and its money may be under way; follow: ${route.follow}`,
    );
  if (bought !== null)
    console.error(`the invoice is kept, paid or not; to go on with it: ${bought.follow}`);
}

/** What happened, without what it happened to. */
function causeOf(thrown: unknown): unknown {
  return thrown instanceof UnfollowedRoute || thrown instanceof UnfinishedPurchase
    ? thrown.cause
    : thrown;
}

/**
 * A code beside the catalogue's, for what no service has answered.
 * - NO_ANSWER: none did, or not as one
 * - LOCAL: the command found on this machine that it cannot do it
 * - USAGE, also of `usageInJson`: an option or argument is missing, unknown or contradicts another
 */
function localCodeOf(error: unknown): LocalCode {
  if (error instanceof UsageError) return 'USAGE';
  return error instanceof NoAnswerError && !isSaidByLane(error) ? 'NO_ANSWER' : 'LOCAL';
}

/** Of a private request: why it was not sealed, or what became of it between here and the service. */
function isSaidByLane({ message, cause }: NoAnswerError): boolean {
  return cause instanceof Error && cause.message === message;
}

type LocalCode = 'NO_ANSWER' | 'USAGE' | 'LOCAL';

const localActions: Readonly<Record<LocalCode, string>> = {
  NO_ANSWER: 'Start a service, or name one that runs with --url; then run the command again.',
  USAGE: 'Correct the command line; --help lists its arguments and options.',
  LOCAL: 'Do what the message says, then run the command again.',
};

function localBody(errorCode: LocalCode, error: string) {
  return { error, errorCode, suggestedAction: localActions[errorCode] };
}

/** Has the parser say its errors as JSON too: in the command and in all below it. */
export function usageInJson(command: Command): void {
  command.showHelpAfterError(false).configureOutput({
    outputError: (text) => {
      const error = text.replace(/^error: /, '').trim();
      console.error(JSON.stringify(localBody('USAGE', error)));
    },
  });
  for (const below of command.commands) usageInJson(below);
}

/** Codes of many refusals: each says itself what is wanted, and the catalogue could only be vague. */
const saysAll: readonly string[] = ['BAD_REQUEST', 'MISSING_FIELD', 'WRONG_STATE'];

/** What is wrong and what to do, for a person. */
export function textOf(error: unknown): string {
  if (error instanceof NoAnswerError && error.status === null && !isSaidByLane(error))
    return `${error.message}; start one with "npm start", or name another with --url`;
  if (error instanceof ServiceError && error.errorCode === 'SESSION_EXPIRED')
    return 'the session is unknown or has ended; run "interline account login"';
  if (error instanceof ServiceError) {
    const { error: own } = error.body;
    if (typeof own === 'string' && saysAll.includes(error.errorCode)) return own;
    const advice = adviceHere(error);
    if (typeof own === 'string' && advice !== undefined)
      return `${own.replace(/; the next one in \d+ ms$/, '').replace(/\.$/, '')}. ${advice}`;
  }
  return error instanceof Error ? error.message : String(error);
}

/**
 * What to do about a refusal in the words of these commands, where the service's own are for those who
 * write requests; an operator is answered in theirs.
 */
function adviceHere({
  errorCode,
  retryAfterMs,
  suggestedAction,
  body,
}: ServiceError): string | undefined {
  if (suggestedAction.includes('"interline ')) return undefined;
  if (errorCode === 'PAYER_NOT_READY' && String(body['error']).includes('Permit2 may take'))
    return `Have the payer approve Permit2: "interline sponsor send approve:USDC:${permit2Address}:<amount>" does it without coin; then run the same command again.`;
  if (errorCode === 'APPROVAL_REQUIRED') return howToApprove(body['details']);
  if (errorCode !== 'RATE_LIMITED') return otherAdvice[errorCode];
  return retryAfterMs === null
    ? 'Try again later.'
    : `Try again in ${Math.ceil(retryAfterMs / 1_000)} s.`;
}

const lookAgain = 'Look at what the command was given, and which service --url names.';

/** The agent's program knows neither id: the owner is to be told them. */
function howToApprove(details: unknown): string {
  const { agentId = '<agent>', approvalId = '<approval>' } = isRecord(details) ? details : {};
  const [agent, approval] = [agentId, approvalId].filter((one) => typeof one === 'string');
  return `Have the owner run "interline agent approve ${agent} ${approval}", then run the same command again.`;
}

const otherAdvice: Readonly<Record<string, string>> = {
  NOT_FOUND: lookAgain,
  UNKNOWN_RECORD: lookAgain,
  UNKNOWN_ROUTE:
    'Look at the id, and which service --url names; "interline routes ls" lists what was sent from this machine.',
  UNKNOWN_AGENT:
    'Have the owner of the wallet register the key with "interline agent register <name> --key <file>"; it acts for that wallet alone.',
  AGENT_FROZEN:
    'Its owner lets it continue with "interline agent freeze <id> --undo"; "interline agent ls" has the id.',
  AGENT_LIMIT:
    'Stay within the policy, or have its owner change that with "interline agent policy <id>".',
  INVALID_MANDATE: '"interline mandate pay --dry-run" lists everything that fails.',
  UNKNOWN_MANDATE:
    'Look at the id; "interline mandate ls" lists the mandates of the wallet that signed in.',
  MANDATE_USED: '"interline mandate receipts <id>" lists what was paid; run it again to pay anew.',
  UNKNOWN_PLAN: 'Make another with "interline plan make".',
  LINK_INVALID:
    'Have the vault sign once more, "interline membership sign <wallet>" for the wallet that signed in here, and send that.',
  RECEIPT_NOT_READY:
    'Run it again once the route is DONE or FAILED; "interline status <id> --watch" waits for that.',
};
