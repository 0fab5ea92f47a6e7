import type { RequestSetting } from '../transfer/route-request.ts';
import { sampleAddresses } from './sample-addresses.ts';
import { sampleTokens } from './sample-tokens.ts';

/** What names in a request are read by, in a deployment with the float lane and three engines. */
export const sampleSetting: RequestSetting = {
  tokens: sampleTokens,
  addresses: sampleAddresses,
  railNames: ['floatlane', 'aggregators', 'lifi', 'relay', 'across'],
};
