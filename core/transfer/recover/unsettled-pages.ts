import type { TransferReads } from '../repository.ts';
import type { Route } from '../route.ts';

const pageSize = 200;

/**
 * All unsettled routes in pages, by their ids, so that a route may be moved while its page is
 * worked on.
 */
export async function* unsettledPages(reads: {
  readonly transfers: Pick<TransferReads, 'unsettledRoutes'>;
}): AsyncGenerator<readonly Route[]> {
  let after: string | undefined;
  do {
    const page = await reads.transfers.unsettledRoutes(pageSize, after);
    yield page;
    after = page.length < pageSize ? undefined : page.at(-1)?.id;
  } while (after !== undefined);
}
