import { type ChainRef, defineModule, type TokenList } from '@interline/kernel';
import type { Phrasing } from '@interline/ports';
import type { ServiceTerms } from '../discovery/index.ts';
import { concierge } from './concierge.ts';
import { understandTransfer } from './understand-transfer.ts';

export interface Ports {
  readonly discovery: { readonly serviceTerms: ServiceTerms };
  readonly tokens: TokenList;
  readonly phrasing: Phrasing;
  readonly deployment: { readonly chains: readonly { readonly chain: ChainRef }[] };
}

export const assistant = defineModule({
  needs: ['discovery', 'tokens', 'phrasing', 'deployment'],
  create({ discovery: { serviceTerms }, tokens, phrasing, deployment }: Ports) {
    const understand = understandTransfer(tokens);
    const chains = deployment.chains.map(({ chain }) => chain);
    return {
      understandTransfer: understand,
      concierge: concierge({ serviceTerms, tokens, chains, understand, phrasing }),
    };
  },
});
