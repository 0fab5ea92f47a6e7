import { NoAnswerError, ServiceError } from '@interline/client';
import { errorCatalogue, type ErrorCode } from '@interline/kernel';
import { readConfigFile } from '@interline/server';
import { expect } from 'chai';
import { CommanderError } from 'commander';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { exitCodeOf, exitCodes, exitCodesHelp, UsageError, WrongStateError } from './exit-codes.ts';

describe('the exit code of a command', () => {
  it('distinguishes what was written wrong from what is not possible as things stand', () => {
    const answered = (code: ErrorCode): number =>
      exitCodeOf(new ServiceError(errorCatalogue[code].http, { errorCode: code }));

    expect(
      (['BAD_REQUEST', 'MISSING_FIELD', 'BAD_AMOUNT', 'UNKNOWN_ROUTE'] as const).map(answered),
    ).to.deep.equal([2, 2, 2, 2]);
    expect((['WRONG_STATE', 'INSUFFICIENT_FLOAT'] as const).map(answered)).to.deep.equal([3, 3]);
    expect(
      (['OPERATOR_ONLY', 'RATE_LIMITED', 'INTERNAL', 'STORE_DOWN', 'PAUSED'] as const).map(
        answered,
      ),
    ).to.deep.equal([1, 1, 1, 1, 1]);
  });

  it('is 2 for an incomplete command line, 3 for an obstacle here, 0 for its help, and 1 for anything else', () => {
    const errors = [
      new UsageError('add --reason'),
      new WrongStateError('the file exists already'),
      new CommanderError(1, 'commander.unknownOption', 'unknown option'),
      new CommanderError(0, 'commander.helpDisplayed', 'help'),
      new NoAnswerError('nothing listens', null),
      new Error('no'),
    ];

    expect(errors.map(exitCodeOf)).to.deep.equal([2, 3, 2, 0, 1, 1]);
  });

  it('is 2 for a config file that is not there, as for any other file that is named wrongly, and 1 for what is wrong in one', () => {
    const read = (file: string): unknown => {
      try {
        return readConfigFile(file);
      } catch (error) {
        return error;
      }
    };
    const notAConfig = fileURLToPath(new URL('package.json', import.meta.url));

    expect(['no-such.yaml', notAConfig].map(read).map(exitCodeOf)).to.deep.equal([2, 1]);
  });

  it('is the same table in the help and in the README', () => {
    const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
    const [, table = ''] =
      /<!-- exit-codes:begin -->([\s\S]*)<!-- exit-codes:end -->/.exec(readme) ?? [];
    const rows = [...table.matchAll(/^\| ([0-9]) +\| (.*?) +\|$/gm)].map(([, code, means]) => ({
      code: Number(code),
      means,
    }));

    expect(rows).to.deep.equal(exitCodes);
    for (const { code, means } of exitCodes)
      expect(exitCodesHelp).to.contain(`  ${code}  ${means}`);
  });
});
