import type { PricePort } from '@interline/ports';

/**
 * A deployment without price sources: nothing has a price, and what needs one is refused or left
 * out.
 */
export const noPrices: PricePort = { priceOf: () => Promise.resolve(null) };
