import {
  agentFetch,
  type AgentKey,
  type AgentsBody,
  asSession,
  type Client,
  createAgentKey,
  createClient,
  proveAgentKey,
  type RouteExecuteBody,
} from '@interline/client';
import { sign, type Transfer } from '../support/payer.ts';
import { type Harness } from '../support/harness.ts';
import { freshWallet } from '../support/fresh-wallet.ts';
import { nonceOf, signIn } from '../accounts/sign-in.ts';
import type { Wallet } from 'ethers';

export const base = 8453;
export const arbitrum = 42161;

export type PolicyWire = AgentsBody['policy'];

/** Everything, up to sums that no test reaches. */
export const widePolicy: PolicyWire = {
  maxPerRoute: '100000',
  maxPerDay: '100000',
  tokens: ['*'],
  chains: ['*'],
  recipients: ['*'],
  expiresAt: 4_000_000_000_000,
};

/** An owner who signed in, an agent of theirs, and what each asks with. */
export interface AgentScene {
  readonly wallet: Wallet;
  /** Where the service says that it is reached; its port in a test is another. */
  readonly origin: string;
  readonly id: string;
  readonly key: AgentKey;
  readonly token: string;
  /** Asks by the owner's session. */
  readonly owner: Client;
  /** Asks as the agent. */
  readonly agent: Client;
}

export async function agentScene(
  harness: Pick<Harness, 'url' | 'devnet'>,
  policy: Partial<PolicyWire> = {},
  units = 100_000_000n,
  wallet = freshWallet(),
): Promise<AgentScene> {
  const [{ uri: origin }, { token }, key] = await Promise.all([
    nonceOf(harness.url),
    signIn(harness.url, wallet, { scopes: ['agents'] }),
    createAgentKey(true),
    harness.devnet.faucet({ chainId: base, token: 'USDC', to: wallet.address, amount: units }),
  ]);
  const owner = createClient({ baseUrl: harness.url, tries: 1, ...asSession(token) });
  const { id } = await owner.call('POST /api/agents', {
    body: {
      name: 'Pays invoices',
      ...(await proveAgentKey(key, { origin, owner: wallet.address })),
      policy: { ...widePolicy, ...policy },
    },
  });
  const agent = createClient({
    baseUrl: harness.url,
    tries: 1,
    fetch: agentFetch(key, { origin }),
  });
  return { wallet, origin, id, key, token, owner, agent };
}

/** A body for execute that the owner's wallet has signed. */
export async function signedBody(
  harness: Harness,
  { wallet }: Pick<AgentScene, 'wallet'>,
  transfer: Partial<Transfer> = {},
): Promise<RouteExecuteBody> {
  const payer = { wallet, address: wallet.address };
  const { body } = await sign(harness, payer, {
    from: base,
    to: arbitrum,
    units: 1_000_000n,
    ...transfer,
  });
  return body as RouteExecuteBody; // CAST: what `signOrder` signs is one.
}
