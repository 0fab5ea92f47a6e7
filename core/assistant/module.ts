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
  readonly custody: { readonly chains: readonly ChainRef[] };
}

export const assistant = defineModule({
  needs: ['discovery', 'tokens', 'passageSearch', 'phrasing', 'custody'],
  create({ discovery: { serviceTerms }, custody: { chains }, ...driven }: Ports) {
    const understand = understandTransfer(driven.tokens);
    return {
      understandTransfer: understand,
      concierge: concierge({ ...driven, serviceTerms, chains, understand }),
    };
  },
});
