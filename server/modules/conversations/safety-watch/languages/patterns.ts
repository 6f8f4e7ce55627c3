/** A pattern that matches where one of several does. */
export const any = (...patterns: readonly string[]) => patterns.join('|')
