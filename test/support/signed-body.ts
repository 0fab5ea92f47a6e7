import { type JsonRecord, type SendRequest, type ServiceClient, signAndSend } from '@interline/cli';
import type { Wallet } from 'ethers';

/**
 * The execute body that a client would send, signed and not sent: for tests that send it at a time
 * of their own, or more than once.
 */
export async function signedBody(
  client: ServiceClient,
  wallet: Wallet,
  request: SendRequest,
): Promise<JsonRecord> {
  let signed: JsonRecord = {};
  const keeping: ServiceClient = {
    ...client,
    async post(path, body, headers) {
      if (path !== '/api/route/execute') return client.post(path, body, headers);
      signed = body;
      return {};
    },
  };
  await signAndSend(keeping, wallet, request);
  return signed;
}
