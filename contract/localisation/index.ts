export * from './protected-texts.ts'
export * from './published-texts.ts'
export * from './text-rules.ts'
export * from './translations.ts'
