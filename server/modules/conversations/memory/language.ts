/** Patterns for facts that people share, and questions about them, in a language. */
export interface MemoryLanguage {
  /** Each extracts one kind of fact and phrases it in the second person. */
  statements: readonly {
    pattern: RegExp
    fact: (found: string[]) => { subject: string; statement: string }
  }[]
  /** Matches questions, which state no facts. */
  isQuestion: RegExp
  /** Matches questions about a fact the person may have shared. */
  isQuestionAboutSelf: RegExp
  /** Groups of synonyms. */
  synonyms: readonly (readonly string[])[]
}
