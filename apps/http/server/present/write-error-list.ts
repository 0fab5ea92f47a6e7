import { errorCodes, errorEntry } from '@interline/kernel';
import type { errorListAnswer } from '../schemas/error-list.ts';
import { errorDocs } from './error-docs.ts';
import type * as z from 'zod';

export function writeErrorList(basePath: string): z.input<typeof errorListAnswer> {
  const errors = errorCodes.map((code) => {
    const { rulesOut: _, ...entry } = errorEntry(code);
    return { code, ...entry, docs: errorDocs(basePath, code) };
  });
  return { errors, count: errors.length };
}
