import { allNodes, type CommandNode, type OptionNode, placeOf } from './command-tree.ts';

/** For `source`, or as `interline.fish` in fish's folder of completions. */
export function fishScript(program: CommandNode): string {
  const nodes = allNodes(program);
  const commands = nodes.slice(1).map((node) => quoted(placeOf(node)));
  const lines = nodes.flatMap((node) => {
    const here = `complete -c interline -n ${quoted(`__interline_at ${quoted(placeOf(node))}`)}`;
    return [
      ...node.below.map(
        ({ words, does }) => `${here} -f -a ${quoted(words.at(-1) ?? '')} -d ${quoted(does)}`,
      ),
      ...(node.choices.length === 0 ? [] : [`${here} -f -a ${quoted(node.choices.join(' '))}`]),
      ...node.options.map((option) => `${here} ${flagsOf(option)} -d ${quoted(option.does)}`),
    ];
  });
  return `# Completion of interline for fish; written by "interline completion fish".
function __interline_at
  set -l at ''
  for word in (commandline -opc)[2..-1]
    switch "$at $word"
      case ${commands.join(' ')}
        set at "$at $word"
    end
  end
  test "$at" = "$argv[1]"
end
${lines.join('\n')}
`;
}

function flagsOf({ long, short, takesValue, choices }: OptionNode): string {
  const flags = [
    ...(short === null ? [] : [`-s ${short.slice(1)}`]),
    `-l ${long.replace(/^--/, '')}`,
  ];
  if (!takesValue) return flags.join(' ');
  const values = choices.length === 0 ? '-r' : `-x -a ${quoted(choices.join(' '))}`;
  return [...flags, values].join(' ');
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
