export { type AskAnswer, writeSentence } from './answer-transfer.ts';
export { chainName } from './chain-names.ts';
export { type AskQuestion, concierge, type Concierge } from './concierge.ts';
export { decimalOf } from './decimal-units.ts';
export type { Passage, PassageKind } from './find-passages.ts';
export type { PassageSearch } from './passage-search.ts';
export { assistant } from './module.ts';
export { understandTransfer, type UnderstandTransfer } from './understand-transfer.ts';
export type { GivenFields, Need, UnderstoodTransfer } from './understanding.ts';
