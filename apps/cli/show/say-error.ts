import { NoAnswerError, ServiceError } from '@interline/client';
import pc from 'picocolors';

/**
 * One line to standard error, the catalogue's code in front where there is one; with `--json` the
 * service's own body.
 */
export function sayError(error: unknown, isJson: boolean): void {
  if (isJson) {
    console.error(
      JSON.stringify(error instanceof ServiceError ? error.body : { error: textOf(error) }),
    );
    return;
  }
  const code =
    error instanceof ServiceError && error.errorCode !== '' ? `${error.errorCode}: ` : '';
  console.error(`${pc.red('error')} ${code}${textOf(error)}`);
}

function textOf(error: unknown): string {
  // The catalogue speaks to payers; the user of an operator's command did show a token.
  if (error instanceof ServiceError && error.errorCode === 'OPERATOR_ONLY')
    return "the operator token that was shown is not this service's; take the one of INTERLINE_OPERATOR_TOKEN where the service runs, or of operator.token in its data folder (INTERLINE_DATA)";
  if (error instanceof NoAnswerError && error.status === null)
    return `${error.message}; start one with "npm start", or name another with --url`;
  return error instanceof Error ? error.message : String(error);
}
