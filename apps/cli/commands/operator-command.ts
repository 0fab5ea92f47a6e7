import { type Client, createClient } from '@interline/client';
import type { Command } from 'commander';
import { operatorTokenOf } from '../up/operator-token.ts';
import { restCommand, type RestOptions } from './shared-options.ts';

/** A command that only an operator of the service may give. */
export function operatorCommand(name: string, description: string): Command {
  return restCommand(name, description).addHelpText(
    'after',
    '\nNeeds an operator token: INTERLINE_OPERATOR_TOKEN, or operator.token in the data folder (INTERLINE_DATA).',
  );
}

/** Shows the service the token that this machine has; throws where it has none. */
export function operatorClient({ url }: Pick<RestOptions, 'url'>): Client {
  return createClient({
    baseUrl: url,
    headers: { authorization: `Bearer ${operatorTokenOf(process.env)}` },
  });
}
