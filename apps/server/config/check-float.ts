import type { z } from 'zod';

interface Floats {
  readonly chains: readonly { readonly chainId: number }[];
  readonly tokens: readonly {
    readonly chainId: number;
    readonly address: string;
    readonly symbol: string;
  }[];
  readonly float: {
    readonly targets: readonly { readonly chainId: number; readonly token: string }[];
    readonly gas: readonly { readonly chainId: number }[];
  };
}

/** Targets and alarms are of listed tokens, each once, and of chains that are there. */
export function checkFloat({ chains, tokens, float }: Floats, context: z.RefinementCtx): void {
  const refuse = (path: readonly (string | number)[], message: string): void => {
    context.addIssue({ code: 'custom', path: ['float', ...path], message });
  };
  const ids = chains.map(({ chainId }) => chainId);
  const noChain = (id: number): string =>
    `chain ${id} is not among the chains; there are ${ids.join(', ')}`;
  const seen: string[] = [];
  for (const [index, { chainId, token }] of float.targets.entries()) {
    if (!ids.includes(chainId)) {
      refuse(['targets', index, 'chainId'], noChain(chainId));
      continue;
    }
    const here = tokens.filter((one) => one.chainId === chainId && one.address !== 'native');
    const found = here.filter(({ address, symbol }) =>
      [address, symbol].some((name) => name.toLowerCase() === token.toLowerCase()),
    );
    const [only, other] = found;
    if (only === undefined || other !== undefined) {
      refuse(
        ['targets', index, 'token'],
        `${token} ${only === undefined ? 'is not a token' : 'names several tokens'} of chain ${chainId}; it lists ${here.map(({ symbol, address }) => `${symbol} ${address}`).join(', ') || 'none'}`,
      );
      continue;
    }
    const key = `${chainId} ${only.address.toLowerCase()}`;
    if (seen.includes(key))
      refuse(['targets', index, 'token'], `${token} of chain ${chainId} is here twice`);
    seen.push(key);
  }
  const gas = float.gas.map(({ chainId }) => chainId);
  for (const [index, id] of gas.entries()) {
    if (!ids.includes(id)) refuse(['gas', index, 'chainId'], noChain(id));
    if (gas.indexOf(id) < index)
      refuse(['gas', index, 'chainId'], `chain ${id} is here twice; give it one bound`);
  }
}
