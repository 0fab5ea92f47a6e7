import { readFileSync } from 'node:fs';
import { systemCode } from '@interline/server/system-code';
import { Option } from 'commander';
import { Wallet } from 'ethers';
import { UsageError } from '../exit-codes.ts';

/** Where a command that signs finds the payer's key. */
export interface KeyOptions {
  readonly keyEnv: string;
  readonly keyFile?: string;
}

export function keyEnvOption(): Option {
  return new Option(
    '--key-env <name>',
    "environment variable with the payer's private key",
  ).default('INTERLINE_KEY');
}

export function keyFileOption(): Option {
  return new Option('--key-file <file>', "file with the payer's private key, instead of --key-env");
}

/** Throws `UsageError` where there is no key, without a word of it. */
export function readKey({ keyEnv, keyFile }: KeyOptions): Wallet {
  const text = keyFile === undefined ? process.env[keyEnv] : readKeyFile(keyFile);
  if (text === undefined || text === '')
    throw new UsageError(`no key to sign with: set ${keyEnv}, or name a file with --key-file`);
  try {
    return new Wallet(text);
  } catch {
    // The library's message would repeat the key.
    throw new UsageError(`the key in ${keyFile ?? keyEnv} is not a 32-byte private key in hex`);
  }
}

function readKeyFile(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new UsageError(
      `the key file ${file} cannot be read (${systemCode(error)}); name one that holds the payer's private key in hex`,
      { cause: error },
    );
  }
}
