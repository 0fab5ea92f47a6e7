import pc from 'picocolors';
import { ServiceError } from '../rest/service-client.ts';

/** One line to standard error, the catalogue's code in front where there is one; with `--json` the service's own body. */
export function sayError(error: unknown, isJson: boolean): void {
  if (isJson) {
    console.error(JSON.stringify(error instanceof ServiceError ? error.body : { error: textOf(error) }));
    return;
  }
  const code = error instanceof ServiceError && typeof error.body['errorCode'] === 'string' ? `${error.body['errorCode']}: ` : '';
  console.error(`${pc.red('error')} ${code}${textOf(error)}`);
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
