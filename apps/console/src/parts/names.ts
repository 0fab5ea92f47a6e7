import type { Console } from '@interline/client';

export type ChainFacts = Console['chains'][number];

function chainOf(facts: Console | null, chain: number | string): ChainFacts | null {
  return facts?.chains.find((one) => String(one.chain) === String(chain)) ?? null;
}

/** Its name, or what requests call it. */
export function chainName(facts: Console | null, chain: number | string): string {
  return chainOf(facts, chain)?.name ?? String(chain);
}

/** A transaction's page; null where the deployment names no explorer, or says what is no URL. */
export function explorerOf(
  facts: Console | null,
  chain: number | string,
  tx: string,
): string | null {
  const template = chainOf(facts, chain)?.explorerTx ?? null;
  return template === null || !template.startsWith('https://')
    ? null
    : template.replace('{tx}', encodeURIComponent(tx));
}
