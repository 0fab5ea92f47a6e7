import { Argument, Command } from 'commander';
import type { CommandRow } from '../command-row.ts';
import { bashScript } from '../completion/bash-script.ts';
import { type CommandNode, commandTree } from '../completion/command-tree.ts';
import { fishScript } from '../completion/fish-script.ts';
import { zshScript } from '../completion/zsh-script.ts';

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript } as const satisfies Readonly<
  Record<string, (program: CommandNode) => string>
>;

export function completionCommand(rows: readonly CommandRow[]): Command {
  return new Command('completion')
    .addArgument(new Argument('<shell>', 'whose script').choices(Object.keys(scripts)))
    .addHelpText(
      'after',
      `
Completes "interline" where that is on the PATH: npm puts it into node_modules/.bin.

Examples:
  npx interline completion bash > ~/.local/share/bash-completion/completions/interline
  npx interline completion zsh > ~/.zfunc/_interline      # a folder of fpath; or source it behind compinit
  npx interline completion fish > ~/.config/fish/completions/interline.fish`,
    )
    .action(async (shell: keyof typeof scripts) => {
      process.stdout.write(scripts[shell](await commandTree(rows)));
    });
}
