export { eraseLogsOf, eraseTextsBetween, eraseTextsOf } from './seals/erase.ts'
export { sealWaiting } from './seals/seal.ts'
export { isAnchored, verifyStep } from './seals/verify.ts'
