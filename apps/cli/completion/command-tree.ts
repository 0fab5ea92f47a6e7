import type { Command, Option } from 'commander';
import type { CommandRow } from '../command-row.ts';

/** A command with what can stand behind it, as a shell's completion needs it. */
export interface CommandNode {
  /** The words up to it, the program's own name left out; empty for the program. */
  readonly words: readonly string[];
  readonly does: string;
  readonly below: readonly CommandNode[];
  readonly options: readonly OptionNode[];
  /** What its first argument can be; empty where that is not a choice. */
  readonly choices: readonly string[];
}

export interface OptionNode {
  readonly long: string;
  readonly short: string | null;
  readonly does: string;
  readonly takesValue: boolean;
  /** The values that it takes; empty for any. */
  readonly choices: readonly string[];
}

const help: OptionNode = {
  long: '--help',
  short: '-h',
  does: 'display help for command',
  takesValue: false,
  choices: [],
};

/** Loads every command of the table. */
export async function commandTree(rows: readonly CommandRow[]): Promise<CommandNode> {
  const below = await Promise.all(
    rows.map(async ({ name, does, load }) => nodeOf(await load(), [name], does)),
  );
  const version = { ...help, long: '--version', short: '-V', does: "print this program's version" };
  return { words: [], does: '', below, options: [version, help], choices: [] };
}

function nodeOf(command: Command, words: readonly string[], does: string): CommandNode {
  const [argument] = command.registeredArguments;
  return {
    words,
    does,
    below: command.commands.map((one) => nodeOf(one, [...words, one.name()], one.description())),
    options: [...command.options.filter(({ hidden }) => !hidden).map(optionOf), help],
    choices: argument?.argChoices ?? [],
  };
}

function optionOf(option: Option): OptionNode {
  return {
    long: option.long ?? option.flags,
    short: option.short ?? null,
    does: option.description,
    takesValue: option.required || option.optional,
    choices: option.argChoices ?? [],
  };
}

/** The command itself, and every one below it. */
export function allNodes(node: CommandNode): readonly CommandNode[] {
  return [node, ...node.below.flatMap(allNodes)];
}

/** How the scripts write where they are: ` config check`, and nothing for the program. */
export function placeOf({ words }: Pick<CommandNode, 'words'>): string {
  return words.map((word) => ` ${word}`).join('');
}

/** Each way to write an option, behind the command that has it: ` desk close --as`. */
export function placesOf(node: CommandNode, { long, short }: OptionNode): readonly string[] {
  return [long, ...(short === null ? [] : [short])].map((flag) => `${placeOf(node)} ${flag}`);
}

/** In single quotes, for bash and zsh. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
