import type { CallOptions, Client } from './client.ts';
import type { WalletRoutes } from './generated/shapes/wallet-routes.ts';
import { signText, type TextSigner, walletOf } from './sign-text.ts';

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
  signer: TextSigner,
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
