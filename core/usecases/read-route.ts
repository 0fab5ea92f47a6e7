import type { Receipt } from '@interline/domain';

/** The receipt by id; a live route is re-checked first, at most once a second, single flight. Throws `UNKNOWN_ROUTE`. */
export type ReadRoute = (id: string, signal: AbortSignal) => Promise<Receipt>;
