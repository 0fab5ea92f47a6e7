import { type ChainRef, defineModule, type TokenList } from '@interline/kernel';
import type { Phrasing } from '@interline/ports';
import type { ServiceTerms } from '../discovery/index.ts';
import { concierge } from './concierge.ts';
import type { PassageSearch } from './passage-search.ts';
import { understandTransfer } from './understand-transfer.ts';

export interface Ports {
  readonly discovery: { readonly serviceTerms: ServiceTerms };
  readonly tokens: TokenList;
  readonly passageSearch: PassageSearch;
  readonly phrasing: Phrasing;
  readonly deployment: { readonly chains: readonly { readonly chain: ChainRef }[] };
}

export const assistant = defineModule({
  needs: ['discovery', 'tokens', 'passageSearch', 'phrasing', 'deployment'],
  create({ discovery: { serviceTerms }, deployment, ...driven }: Ports) {
    const understand = understandTransfer(driven.tokens);
    const chains = deployment.chains.map(({ chain }) => chain);
    return {
      understandTransfer: understand,
      concierge: concierge({ ...driven, serviceTerms, chains, understand }),
    };
  },
});
