declare module 'virtual:resources' {
  export const heads: readonly import('./registry.ts').ResourceHead[]
}
