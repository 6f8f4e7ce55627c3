export * as plugins from './plugins.ts'
