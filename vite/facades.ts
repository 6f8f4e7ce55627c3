import type { Plugin } from 'vite'

const entryFacade = /^import"\.\/([\w.-]+\.js)";?\s*$/
const facade = /^export\{([^}]*)\}from"\.\/([\w.-]+\.js)";?\s*$/

/**
 * Removes chunks that only re-export a dynamic entry from the group that holds it: each would cost a request. Imports
 * of them become imports of the group. Rolldown keeps such facades (rolldown/rolldown#9729), Rollup does not.
 */
export function collapseFacades(): Plugin {
  return {
    name: 'collapse-facades',
    apply: 'build',
    generateBundle: {
      // After Vite has rendered the preload lists.
      order: 'post',
      handler(_, bundle) {
        const facades = new Map<string, { group: string; pick: string }>()
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk' || chunk.isEntry) continue
          const [, names, group] = facade.exec(chunk.code) ?? []
          if (names === undefined || !group) continue
          const properties = names.split(',').map(name => {
            const [local, exported = local] = name.split(' as ')
            return `${exported}:n.${local}`
          })
          facades.set(chunk.fileName.replace(/^assets\//, ''), { group, pick: `{${properties.join()}}` })
          delete bundle[chunk.fileName]
        }
        const html = bundle['index.html']
        for (const entry of Object.values(bundle)) {
          if (entry.type !== 'chunk' || !entry.isEntry || html?.type !== 'asset') continue
          const [, app] = entryFacade.exec(entry.code) ?? []
          if (!app) continue
          html.source = String(html.source)
            .replace(new RegExp(`\\s*<link rel="modulepreload"[^>]*/${app}">`), '')
            .replace(entry.fileName, `assets/${app}`)
          delete bundle[entry.fileName]
        }
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk') continue
          chunk.code = chunk.code
            .replace(/import\(`\.\/([\w.-]+\.js)`\)/g, (match, file: string) => {
              const target = facades.get(file)
              return target ? `import(\`./${target.group}\`).then(n=>(${target.pick}))` : match
            })
            .replace(
              /(["`])(assets\/)([\w.-]+\.js)\1/g,
              (match, quote: string, folder: string, file: string) => {
                const target = facades.get(file)
                return target ? quote + folder + target.group + quote : match
              },
            )
        }
      },
    },
  }
}
