import type { MainnetConfig } from './config-schema.ts';
import { readSecret } from './secret-ref.ts';

/** A chain's nodes, with what is only named read from where it is. */
export function nodeUrls(
  { chainId, rpcUrls }: Pick<MainnetConfig['chains'][number], 'chainId' | 'rpcUrls'>,
  env: NodeJS.ProcessEnv,
): readonly string[] {
  return rpcUrls.map((url, index) => {
    if (typeof url === 'string') return url;
    const secret = readSecret(url, env);
    if (!/^https?:$/.test(URL.parse(secret)?.protocol ?? ''))
      throw new Error(
        `chains: the secret of node ${index + 1} of chain ${chainId} is no http or https URL`,
      );
    return secret;
  });
}
