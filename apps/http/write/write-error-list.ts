import { errorCodes, errorEntry } from '@interline/domain';
import type * as z from 'zod';
import type { errorListAnswer } from '../wire/error-list.ts';
import { errorDocs } from './error-docs.ts';

export function writeErrorList(basePath: string): z.input<typeof errorListAnswer> {
  const errors = errorCodes.map((code) => ({
    code,
    ...errorEntry(code),
    docs: errorDocs(basePath, code),
  }));
  return { errors, count: errors.length };
}
