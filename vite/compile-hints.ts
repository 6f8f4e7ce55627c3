import type { Plugin } from 'vite'

/** Chunks of which most functions run as soon as they are loaded. */
const chunks = new Set(['app', 'core', 'sign-in', 'console', 'figures', 'list', 'record', 'antd', 'form'])

/**
 * Asks the browser to compile these chunks completely on a thread in the background while they load, instead of each
 * function on the main thread when it is first called: https://v8.dev/blog/explicit-compile-hints
 */
export function compileHints(): Plugin {
  return {
    name: 'compile-hints',
    apply: 'build',
    generateBundle: {
      // The hint must be the first line; Vite prepends its list of preloads.
      order: 'post',
      handler(_, bundle) {
        for (const chunk of Object.values(bundle))
          if (chunk.type === 'chunk' && chunks.has(chunk.name))
            chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`
      },
    },
  }
}
