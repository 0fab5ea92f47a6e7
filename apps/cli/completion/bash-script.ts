import { allNodes, type CommandNode, placeOf, placesOf, quoted } from './command-tree.ts';

/** For `source`. What no word fits is completed as a file. */
export function bashScript(program: CommandNode): string {
  const nodes = allNodes(program);
  const commands = nodes.slice(1).map((node) => quoted(placeOf(node)));
  const values = nodes.flatMap((node) =>
    node.options
      .filter(({ takesValue }) => takesValue)
      .map((option) => {
        const places = placesOf(node, option).map(quoted).join('|');
        return `    ${places}) words=${quoted(option.choices.join(' '))} ;;`;
      }),
  );
  const wordsAt = nodes.map((node) => {
    const names = node.below.map(({ words }) => words.at(-1) ?? '');
    const flags = node.options.map(({ long }) => long);
    const words = [...names, ...node.choices, ...flags].join(' ');
    return `      ${quoted(placeOf(node))}) words=${quoted(words)} ;;`;
  });
  return `# Completion of interline for bash; written by "interline completion bash".
_interline() {
  local at='' words='' word
  local current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD - 1]}"
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$at $word" in
      ${commands.join('|')}) at="$at $word" ;;
    esac
  done
  case "$at $before" in
${values.join('\n')}
    *) case "$at" in
${wordsAt.join('\n')}
    esac ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _interline interline
`;
}
