import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Client, createClient } from '@interline/client';
import type { Command } from 'commander';
import { restCommand, type RestOptions } from './shared-options.ts';

/** A command that only an operator of the service may give. */
export function operatorCommand(name: string, description?: string): Command {
  return restCommand(name, description).addHelpText(
    'after',
    '\nNeeds an operator token: INTERLINE_OPERATOR_TOKEN, or operator.token in the data folder (INTERLINE_DATA).',
  );
}

/**
 * Shows the service the token that this machine has; throws where it has none. An order that is
 * refused is shown to the operator at once: each try would be an entry of the audit.
 */
export function operatorClient({ url }: Pick<RestOptions, 'url'>): Client {
  return createClient({
    baseUrl: url,
    sendsRefusedOnce: true,
    headers: { authorization: `Bearer ${operatorTokenOf(process.env)}` },
  });
}

/** INTERLINE_OPERATOR_TOKEN, else what a devnet has put into its data folder. */
function operatorTokenOf(env: NodeJS.ProcessEnv): string {
  const named = env['INTERLINE_OPERATOR_TOKEN'];
  if (named !== undefined && named !== '') return named;
  const path = join(env['INTERLINE_DATA'] ?? 'data', 'operator.token');
  if (existsSync(path)) return readFileSync(path, 'utf8').trim();
  throw new Error(
    "this command needs the operator token: set INTERLINE_OPERATOR_TOKEN, or run it beside the service's data folder",
  );
}
