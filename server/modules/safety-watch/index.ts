export { type Assessment, assess } from './assess.ts'
export { thresholdsOf } from './thresholds.ts'
