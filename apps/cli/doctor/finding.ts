import { existsSync } from 'node:fs';

/** What is known of one part. */
export interface Finding {
  readonly part: string;
  /** Whether it does its work. */
  readonly ok: boolean;
  /** It works, and yet a person should look. */
  readonly isWarning?: true;
  readonly says: string;
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : 'it failed without saying why';
}

/** What this process runs on: the start script has refused an older Node already. */
export function examineNode(): Finding {
  return {
    part: 'node',
    ok: true,
    says: `${process.versions.node} on ${process.platform} ${process.arch}; wanted 22.19 or newer`,
  };
}

/** Where the rails come from; a running service elsewhere has a folder of its own. */
export function examineFolderOfRails(): Finding {
  const isDeployment = existsSync('package.json');
  return {
    part: 'deployment',
    ok: isDeployment,
    says: isDeployment
      ? 'package.json is here; its dependencies are the rails'
      : 'no package.json here: run it in the folder whose package.json has the rails among its dependencies',
  };
}
