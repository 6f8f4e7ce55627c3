/** The browsers and devices by which people are reached. */
export { browsersOf, keepChannel, readerOf } from './queries.ts'
