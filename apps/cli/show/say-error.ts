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
  if (error instanceof NoAnswerError && error.status === null)
    return `${error.message}; start one with "npm start", or name another with --url`;
  return error instanceof Error ? error.message : String(error);
}
