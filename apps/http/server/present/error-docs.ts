import type { ErrorCode } from '@interline/kernel';

/** Where a code is explained. */
export function errorDocs(basePath: string, code: ErrorCode): string {
  return `${basePath}/api/errors#${code}`;
}
