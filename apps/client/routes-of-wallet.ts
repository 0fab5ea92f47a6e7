import type { CallOptions, Client } from './client.ts';
import type { WalletRoutes } from './generated/shapes/wallet-routes.ts';
import { accountOf, type Eip1193Provider } from './signer.ts';

/** A signer of ethers, as far as texts go. */
export interface EthersTextSigner {
  getAddress(): Promise<string>;
  signMessage(text: string): Promise<string>;
}

export interface WalletRoutesWanted extends CallOptions {
  readonly limit?: number;
  /** `next` of the page before. */
  readonly after?: string;
  /** Only of a wallet that is a contract: a chain where it stands. */
  readonly chainId?: number;
}

/**
 * The routes that a wallet paid for, for a payer who lost their ids: the wallet signs one text, which
 * moves nothing. Signs nothing but a text for this wallet and this service.
 */
export async function routesOfWallet(
  client: Pick<Client, 'call'>,
  signer: Eip1193Provider | EthersTextSigner,
  { limit, after, chainId, ...options }: WalletRoutesWanted = {},
): Promise<WalletRoutes> {
  const wallet = await walletOf(signer);
  const { message } = await client.call('GET /api/route/by-wallet', { query: { wallet } }, options);
  checkText(message, wallet);
  const signature = await signText(signer, wallet, message);
  const body = {
    message,
    signature,
    ...(limit === undefined ? {} : { limit }),
    ...(after === undefined ? {} : { after }),
    ...(chainId === undefined ? {} : { chainId }),
  };
  return client.call('POST /api/route/by-wallet', { body }, options);
}

/** Whatever a service answers, the wallet signs no other words. */
function checkText(text: string, wallet: string): void {
  const wanted = new RegExp(
    `^Show me the routes that this wallet paid for\\.\\n\\nService: [\\x21-\\x7e ]{1,300}\\nWallet: ${wallet.toLowerCase()}\\nIssued: [0-9TZ:.-]{24}\\n\\nThis moves nothing and costs nothing, and is good for 5 minutes\\.$`,
  );
  if (!wanted.test(text))
    throw new TypeError('the service asks the wallet to sign another text than one for its routes');
}

function walletOf(signer: Eip1193Provider | EthersTextSigner): Promise<string> {
  return 'getAddress' in signer ? signer.getAddress() : accountOf(signer);
}

async function signText(
  signer: Eip1193Provider | EthersTextSigner,
  wallet: string,
  text: string,
): Promise<string> {
  if ('signMessage' in signer) return signer.signMessage(text);
  const hex = `0x${[...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
  const signature = await signer.request({ method: 'personal_sign', params: [hex, wallet] });
  if (typeof signature !== 'string') throw new TypeError('the wallet answered without a signature');
  return signature;
}
