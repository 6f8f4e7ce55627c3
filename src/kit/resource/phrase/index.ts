export { namesList } from './elements.ts'
export { loadGrammar, offeredFields } from './load-grammar.ts'
export { lookUpNames } from './look-up.ts'
export { parsePhrase } from './parse.ts'
