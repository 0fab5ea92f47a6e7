import { itReadsRecordedAnswers } from '../../testing/recorded-answers.ts';
import { lifi } from './lifi.ts';

describe('a recorded answer of lifi', () => {
  itReadsRecordedAnswers(lifi, import.meta.url);
});
