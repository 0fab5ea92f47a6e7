export type { AskAnswer, AskQuestion } from './ask-question.ts';
export { chainName } from './chain-names.ts';
export { concierge, type Concierge } from './concierge.ts';
export { decimalOf } from './decimal-units.ts';
export type { Passage, PassageKind } from './passage-index.ts';
export { understandTransfer, type UnderstandTransfer } from './understand-transfer.ts';
export type { GivenFields, Need, UnderstoodTransfer } from './understanding.ts';
export { writeSentence } from './write-sentence.ts';
export { assistant } from './module.ts';
