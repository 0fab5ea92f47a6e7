import { readFileSync } from 'node:fs';
import { type Document, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import { systemCode } from '../system-code.ts';
import { type ConfigProblem, configProblems } from './config-problems.ts';
import { type Config, configSchema } from './config-schema.ts';

export class ConfigError extends Error {
  override readonly name: string = 'ConfigError';
}

/** The file is not there, or cannot be read. The command line knows it by its name. */
class ConfigUnreadError extends ConfigError {
  override readonly name = 'ConfigUnreadError';
}

/**
 * Reads and validates a whole config file (YAML or JSON) before anything starts. Unknown keys are
 * errors; each problem has its line. The operator's credential may come from the environment instead.
 */
export function readConfigFile(path: string, env: NodeJS.ProcessEnv = {}): Config {
  const lines = new LineCounter();
  const document = parseDocument(textOf(path), { lineCounter: lines });
  const [broken] = document.errors;
  // A YAML error goes on to quote the line, which may hold a node's key.
  if (broken !== undefined)
    throw new ConfigError(`${path}: ${broken.message.split('\n', 1)[0] ?? 'is not valid YAML'}`);
  const config = configOf(document.toJS(), (problems) =>
    problems
      .map(({ path: at, says }) => {
        const offset = offsetOf(document, at);
        return `${path}${offset === undefined ? '' : `:${lines.linePos(offset).line}`}: ${says}`;
      })
      .join('\n'),
  );
  const namesOperator = config.operatorToken !== undefined || config.operators.length > 0;
  return namesOperator ? config : { ...config, ...operatorOf(env) };
}

/** Validates config data; the message names every field that is wrong. */
export function readConfig(data: unknown): Config {
  return configOf(data, (problems) => problems.map(({ says }) => says).join('; '));
}

function configOf(data: unknown, sayAll: (problems: readonly ConfigProblem[]) => string): Config {
  const result = configSchema.safeParse(data);
  if (result.success) return result.data;
  throw new ConfigError(sayAll(configProblems(result.error, data)));
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const code = systemCode(error);
    throw new ConfigUnreadError(
      `the config file ${path} cannot be read (${code === 'ENOENT' ? 'there is none' : code})`,
      { cause: error },
    );
  }
}

/** Where the key of a path stands in the file, or of the nearest part above it that is there. */
function offsetOf({ contents }: Document, path: readonly PropertyKey[]): number | undefined {
  let node: unknown = contents;
  let offset: number | undefined;
  for (const step of path) {
    if (isSeq(node)) node = node.items[Number(step)];
    else if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && key.value === step);
      offset = isScalar(pair?.key) ? (pair.key.range?.[0] ?? offset) : offset;
      node = pair?.value;
    } else return offset;
    if (isNode(node) && !isScalar(node)) offset = node.range?.[0] ?? offset;
  }
  return offset;
}

/** A port from the environment; throws on anything that is none. */
export function readPort(text: string | undefined, otherwise: number): number {
  if (text === undefined || text === '') return otherwise;
  const port = Number(text);
  if (!/^[0-9]{1,5}$/.test(text) || port > 65_535)
    throw new ConfigError(
      `a port must be a whole number from 0 to 65535; got ${JSON.stringify(text)}`,
    );
  return port;
}

/**
 * What runs when nothing is configured: the whole devnet, as the environment has it. `interline up
 * --help` lists the variables.
 */
export function defaultConfig(env: NodeJS.ProcessEnv): Config {
  return readConfig({
    profile: 'devnet',
    dataDir: env['INTERLINE_DATA'] ?? 'data',
    server: { port: readPort(env['PORT'], 8787) },
    rpcUrls: rpcOverrides(env),
    ...(env['METRICS_PORT'] === undefined
      ? {}
      : { metrics: { port: readPort(env['METRICS_PORT'], 9464) } }),
    ...(env['INTERLINE_TRACES'] === undefined || env['INTERLINE_TRACES'] === ''
      ? {}
      : { tracing: { url: env['INTERLINE_TRACES'] } }),
    ...(env['INTERLINE_LOG'] === undefined ? {} : { logLevel: env['INTERLINE_LOG'] }),
    ...(env['HOOKS_LOOPBACK'] === '1' ? { hooks: { allowLoopback: true } } : {}),
    ...operatorOf(env),
  });
}

/** The operator of the environment, for a config that names none. */
function operatorOf(env: NodeJS.ProcessEnv): Pick<Config, 'operatorToken'> {
  const token = env['INTERLINE_OPERATOR_TOKEN'];
  return token === undefined || token === ''
    ? {}
    : { operatorToken: { env: 'INTERLINE_OPERATOR_TOKEN' } };
}

/** `EVM_RPC_8453=https://...[,https://...]`: that chain is not started. */
function rpcOverrides(env: NodeJS.ProcessEnv): Record<string, string[]> {
  const named = Object.entries(env).flatMap(([name, value]) => {
    const id = /^EVM_RPC_([1-9][0-9]*)$/.exec(name)?.[1];
    return id === undefined || value === undefined || value === ''
      ? []
      : [[id, value.split(',')] as const];
  });
  return Object.fromEntries(named);
}
