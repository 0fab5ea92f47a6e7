import { writeFileSync } from 'node:fs';
import { systemCode } from '@interline/server/system-code';
import { Command } from 'commander';
import { Wallet } from 'ethers';
import { WrongStateError } from '../exit-codes.ts';
import { terminal } from '../show/terminal.ts';
import { jsonOption } from './shared-options.ts';

export function walletCommand(): Command {
  return new Command('wallet').addCommand(
    new Command('new')
      .description('make a key, keep it in a file for you alone, and print its address')
      .option(
        '-o, --output <file>',
        'where to write it; an existing file is not overwritten',
        'wallet.key',
      )
      .addOption(jsonOption())
      .addHelpText(
        'after',
        '\nExamples:\n  npx interline wallet new\n  npx interline faucet --key-file wallet.key --amount 5\n  npx interline send --key-file wallet.key --from 8453 --to 42161 --amount 5',
      )
      .action(drawWallet),
  );
}

function drawWallet({ output, json }: { readonly output: string; readonly json: boolean }): void {
  const { address, privateKey } = Wallet.createRandom();
  try {
    writeFileSync(output, `${privateKey}\n`, { flag: 'wx', mode: 0o600, flush: true });
  } catch (error) {
    const code = systemCode(error);
    throw new WrongStateError(
      code === 'EEXIST'
        ? `${output} exists already, and no key is overwritten; name another with --output`
        : `${output} cannot be written (${code}); name a file in a folder that is there with --output`,
    );
  }
  const out = terminal(json);
  out.result({ address, file: output }, () => {
    out.step('wallet', address);
    out.step('key', `${output}, for its owner alone; anyone who has it has the money`);
    out.step(
      'next',
      `interline send --key-file ${output} --from base --to arbitrum --amount 5; on a devnet first interline faucet --key-file ${output} --amount 5`,
    );
  });
}
