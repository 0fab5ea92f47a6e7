import { type Composed, type Deployment, parts } from '@interline/server';
import type { Finding } from './finding.ts';

/** Whether every asset of the deployment has a price now, by the sources it would have at work. */
export async function examinePrices(
  { container }: Pick<Composed, 'container'>,
  { prices }: Pick<Deployment, 'prices'>,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  const part = 'price';
  if (prices.kind === 'none')
    return [
      {
        part,
        ok: false,
        says: 'the config names no price source, so nothing that is pulled can be counted and every transfer by permit is refused; add prices, such as { defillama: {} }',
      },
    ];
  const port = container.get(parts.price);
  const assets = [...Map.groupBy(container.get(parts.tokens).all, ({ asset }) => asset)];
  return Promise.all(
    assets.map(async ([asset, [token]]): Promise<Finding> => {
      // A source that fails is as good as one that says nothing.
      const price =
        token === undefined ? null : await port.priceOf(token, signal).catch(() => null);
      return price === null
        ? {
            part,
            ok: false,
            says: `${asset} has no fresh price that the sources agree on; check that this machine may reach them, and maxAgeSec and maxSpreadPct`,
          }
        : { part, ok: true, says: `${asset} has a price` };
    }),
  );
}
