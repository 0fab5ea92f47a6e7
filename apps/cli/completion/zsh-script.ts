import { allNodes, type CommandNode, placeOf, placesOf, quoted } from './command-tree.ts';

/** For `source`, or as a file `_interline` on the path of functions. */
export function zshScript(program: CommandNode): string {
  const nodes = allNodes(program);
  const commands = nodes.slice(1).map((node) => quoted(placeOf(node)));
  const values = nodes.flatMap((node) =>
    node.options
      .filter(({ takesValue }) => takesValue)
      .map((option) => {
        const places = placesOf(node, option).map(quoted).join('|');
        return option.choices.length === 0
          ? `    (${places}) _files; return ;;`
          : `    (${places}) compadd -- ${option.choices.map(quoted).join(' ')}; return ;;`;
      }),
  );
  const wordsAt = nodes.map((node) => {
    const below = node.below.map(({ words, does }) => described(words.at(-1) ?? '', does));
    const choices = node.choices.map((choice) => described(choice, ''));
    const flags = node.options.map(({ long, does }) => described(long, does));
    return `    (${quoted(placeOf(node))}) found=(${[...below, ...choices].join(' ')}) flags=(${flags.join(' ')}) ;;`;
  });
  return `#compdef interline
# Completion of interline for zsh; written by "interline completion zsh".
_interline() {
  local at='' word
  local -a found flags
  for word in "\${(@)words[2,CURRENT - 1]}"; do
    case "$at $word" in
      (${commands.join('|')}) at="$at $word" ;;
    esac
  done
  case "$at \${words[CURRENT - 1]}" in
${values.join('\n')}
  esac
  case "$at" in
${wordsAt.join('\n')}
  esac
  if [[ "\${words[CURRENT]}" == -* ]]; then
    _describe 'option' flags
  elif (( \${#found} )); then
    _describe 'command' found
  else
    _files
  fi
}
if [ "$funcstack[1]" = '_interline' ]; then _interline "$@"; else compdef _interline interline; fi
`;
}

/** Zsh cuts at the first colon that is not written with a backslash. */
function described(word: string, does: string): string {
  return quoted(does === '' ? word : `${word}:${does.replaceAll(':', '\\:')}`);
}
