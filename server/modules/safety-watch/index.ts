/**
 * The safety watch judges what people say. `assess(text, language)` is the whole of it: risk, what the risk comes from,
 * sentiment, emotion, topics and the words that led to each; it reads models from files and calls nothing else.
 * `graver` joins it with the judgement of a chat model, where one is configured.
 * `thresholdsOf(db)` tells from which risk on an incident is opened and somebody is alerted.
 */
export { type Assessment, assess } from './assess.ts'
export { graver } from './graver.ts'
export { thresholdsOf } from './thresholds.ts'
