import { createClient } from '@interline/client';
import { Command, Option } from 'commander';
import { Wallet } from 'ethers';
import { readOwn, readPolicy } from '../agent/policy.ts';
import { paymentsOf } from '../agent/payments.ts';
import { serveAgent } from '../agent/serve-agent.ts';
import { spentBy } from '../agent/spent.ts';
import { UsageError } from '../exit-codes.ts';
import { isOnThisMachine } from '../rest/known-contract.ts';
import { urlOption } from './shared-options.ts';

interface McpOptions {
  readonly url: string;
  readonly keyFile: string;
  readonly policy: string;
}

export function mcpCommand(): Command {
  return new Command('mcp')
    .addOption(urlOption())
    .addOption(
      new Option(
        '--key-file <file>',
        "file with the payer's private key, which only its owner may read",
      ).makeOptionMandatory(),
    )
    .addOption(new Option('--policy <file>', 'file with what may be signed').makeOptionMandatory())
    .addHelpText(
      'after',
      `
A desktop agent starts this and speaks MCP with it over its input and output. The key signs here and goes nowhere, and
only what the policy allows is signed. A policy, in cents of a dollar; a missing list allows nothing, ["*"] all:
  {"maxPerRoute": "500", "maxPerDay": "2000", "tokens": ["USDC"], "chains": [8453, 42161],
   "recipients": ["0x..."], "spenders": ["0x..."]}
Another token than USDC stands in "tokens" by its contract, and in "worth" with the most that a whole one is worth:
  "worth": [{"chain": 8453, "token": "0x...", "decimals": 18, "cents": "350000"}]
"spenders" are the relayers that may be paid through: GET /api/route/chains of a service names its own. The permit that is
signed names no recipient, so the service at --url must be one that you trust with what a day allows. Keep both files out of the
agent's reach: the policy is read once, at the start.

Example, as an agent's config has it:
  {"mcpServers": {"interline": {"command": "npx", "args": ["interline", "mcp", "--url", "https://...",
    "--key-file", "/home/me/agent.key", "--policy", "/home/me/agent-policy.json"]}}}`,
    )
    .action(serve);
}

function serve({ url, keyFile, policy: policyFile }: McpOptions): void {
  // A permit names no recipient: anyone who reads it in transit can send it on with another.
  if (!url.startsWith('https:') && !isOnThisMachine(url))
    throw new UsageError(`--url must be https, or a service on this machine; it is ${url}`);
  const wallet = readWallet(keyFile);
  serveAgent({
    url,
    wallet,
    client: createClient({ baseUrl: url, sendsRefusedOnce: true }),
    policy: readPolicy(policyFile),
    spent: spentBy(wallet.address),
    payments: paymentsOf(wallet.address),
  });
}

function readWallet(file: string): Wallet {
  const text = readOwn(file, 0o077, 'read');
  try {
    return new Wallet(text);
  } catch {
    // The library's message would repeat the key.
    throw new UsageError(`the key in ${file} is not a 32-byte private key in hex`);
  }
}
