import { title } from '../documents/guide.ts';
import { type Page, textPage } from './page.ts';

/** What a person or a program that opens the service finds first: where it is described. */
export function rootPage(basePath: string): Page {
  const documents = {
    service: title,
    docs: `${basePath}/docs`,
    openapi: `${basePath}/openapi.json`,
    llms: `${basePath}/llms.txt`,
    status: `${basePath}/api/status`,
  };
  return textPage('/', 'application/json; charset=utf-8', `${JSON.stringify(documents)}\n`);
}
