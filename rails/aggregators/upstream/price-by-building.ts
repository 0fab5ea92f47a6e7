import { answer } from '@interline/plugins';
import type { Upstream } from './upstream.ts';

/**
 * The price of an upstream whose quote holds its transaction: what would be built, so one whose
 * call would be refused is refused as well.
 */
export function priceByBuilding(build: Upstream['build']): Upstream['price'] {
  return async (ask, api, signal) => {
    const built = await build(ask, api, signal);
    if (!built.ok) return built;
    const { call: _call, ref: _ref, ...priced } = built.value;
    return answer(priced);
  };
}
