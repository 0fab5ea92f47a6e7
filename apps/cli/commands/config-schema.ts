import { configJsonSchema } from '@interline/server';
import { Command } from 'commander';

export function configSchemaCommand(): Command {
  return new Command('schema')
    .description('print the JSON Schema of the config, for editors and other tools')
    .action(() => console.log(JSON.stringify(configJsonSchema(), null, 2)));
}
