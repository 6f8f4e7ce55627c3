/** How people tell of themselves in a language, and ask for it again. */
export interface MemoryLanguage {
  /** Each finds one kind of fact in a turn, and says what of and how it is said back to the person. */
  tells: readonly { pattern: RegExp; fact: (found: string[]) => { subject: string; statement: string } }[]
  /** A turn that asks for something, so that nothing is told in it. */
  asks: RegExp
  /** A turn that asks for something the person may have told of themself, known or not. */
  asksOfSelf: RegExp
  /** Words that mean the same. */
  alike: readonly (readonly string[])[]
}
