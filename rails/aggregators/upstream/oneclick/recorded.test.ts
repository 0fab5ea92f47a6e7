import { itReadsRecordedAnswers } from '../../testing/recorded-answers.ts';
import { oneclick } from './oneclick.ts';

describe('an answer of oneclick that somebody recorded', () => {
  itReadsRecordedAnswers(oneclick, import.meta.url);
});
