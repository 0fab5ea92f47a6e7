import { itReadsRecordedAnswers } from '../../testing/recorded-answers.ts';
import { oneclick } from './oneclick.ts';

describe('a recorded answer of oneclick', () => {
  itReadsRecordedAnswers(oneclick, import.meta.url);
});
