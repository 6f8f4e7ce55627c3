/** The browsers and devices by which people are reached. */
export { browsersOf, keepChannel, nameOf } from './queries.ts'
