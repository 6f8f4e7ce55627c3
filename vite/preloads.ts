import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { attention } from '../contract/alerts/attention.ts'
import { salesMetrics } from '../contract/analytics/sales-metrics.ts'
import type { Endpoint } from '../contract/kit/endpoint.ts'
import type { Listing } from '../contract/kit/listing.ts'
import { can, type Role, roles } from '../contract/kit/permissions.ts'
import { screens } from '../src/kit/screens.ts'
import { listIn, readHeads } from './resource-registry.ts'

const boot = readFileSync(new URL('../src/boot.js', import.meta.url), 'utf8')
const placeholder = '<!--boot-->'

/** Every signed-in screen starts with these. */
const shell = ['src/main.tsx', 'src/layout/console.tsx', 'providers/rest.ts', 'contract/identity/auth.ts']
const guest = [
  'src/main.tsx',
  'src/layout/public.tsx',
  'src/layout/guest.tsx',
  'src/pages/identity/login/login.tsx',
]
const list = ['src/kit/resource/list/list-screen.tsx', 'src/kit/resource/form/with-edit-drawer.tsx']
const record = ['src/kit/resource/show/show-screen.tsx']
const pages = [
  'analytics',
  'alerts',
  'care',
  'conversations',
  'devices',
  'billing',
  'identity',
  'localisation',
  'people',
  'platform',
]

/** What a screen requests first, and who may: a call, or the rows of a list with its endpoint and initial order. */
type FirstRequest = { roles: readonly Role[] } & (
  | { url: string }
  | { name: string; api: string; sort: string; isPagedByCursor: boolean }
)

const rolesFor = ({ access }: Endpoint) =>
  roles.filter(role => typeof access === 'string' || can(role, access))

/** The first calls of pages, at their bare address. */
const calls: Readonly<Record<string, FirstRequest>> = {
  '/': {
    url: `${salesMetrics.overview.path}?time_range=30d`,
    roles: rolesFor(salesMetrics.overview),
  },
  '/analytics': { url: attention.list.path, roles: rolesFor(attention.list) },
}

/** What each page and list requests first, by its path. */
export async function firstRequests(): Promise<Record<string, FirstRequest>> {
  const root = new URL('..', import.meta.url).pathname
  const folder = join(root, 'resources')
  const lists = await Promise.all(
    readHeads(folder).map(async ({ file, name, path, alias }) => {
      const list = listIn(readFileSync(join(folder, file), 'utf8'), file)
      const contract = await import(join(root, list.file))
      const [value, property] = list.endpoint
      const endpoint: Endpoint & { listing?: Listing } = contract[value][property]
      const request: FirstRequest = {
        name,
        api: endpoint.path,
        sort: list.sort,
        isPagedByCursor: endpoint.listing?.keyset !== undefined,
        roles: rolesFor(endpoint),
      }
      return [path, ...(alias ? [alias.path] : [])].map(path => [path, request] as const)
    }),
  )
  return { ...calls, ...Object.fromEntries(lists.flat()) }
}

/** The chunks and texts of each kind of screen: numbers index `files`, strings name groups of texts. */
interface Preloads {
  files: string[]
  /** Needed by every screen. */
  first: number[]
  guest: (number | string)[]
  signedIn: (number | string)[]
  screens: Record<string, (number | string)[]>
  texts: Record<string, Record<string, number>>
  requests: Record<string, FirstRequest>
}

const inline = (preloads: Preloads) =>
  `<script>${boot
    .replace('PRELOADS', JSON.stringify(preloads))
    .replace(/^\s*\/\/.*\n/gm, '')
    .replace(/\n\s*/g, '\n')
    .trim()}</script>`

/**
 * Inlines `src/boot.js` with the chunks of each screen, so that these load in parallel with the entry rather than after it.
 */
export function screenPreloads(): Plugin {
  let root = ''
  return {
    name: 'screen-preloads',
    configResolved(config) {
      root = config.root
    },
    transformIndexHtml(html, { server }) {
      if (!server) return html
      return html.replace(
        placeholder,
        inline({ files: [], first: [], guest: [], signedIn: [], screens: {}, texts: {}, requests: {} }),
      )
    },
    generateBundle: {
      // After the chunks have their final names and facades are gone.
      order: 'post',
      async handler(_, bundle) {
        const html = bundle['index.html']
        if (html?.type !== 'asset') return
        const chunks = Object.values(bundle).filter(output => output.type === 'chunk')
        const files: string[] = []
        const indexOf = (fileName: string) => {
          const file = fileName.replace(/^assets\//, '')
          return files.includes(file) ? files.indexOf(file) : files.push(file) - 1
        }
        const chunkOf = (id: string) => chunks.find(({ moduleIds }) => moduleIds.includes(join(root, id)))
        const closure = (chunk: Rolldown.OutputChunk | undefined, visited = new Set<number>()) => {
          if (!chunk || visited.has(indexOf(chunk.fileName))) return visited
          visited.add(indexOf(chunk.fileName))
          for (const name of chunk.imports) closure(bundle[name] as Rolldown.OutputChunk | undefined, visited)
          return visited
        }
        const chunksOf = (ids: readonly string[]) => [
          ...new Set(ids.flatMap(id => [...closure(chunkOf(id))])),
        ]

        const entry = chunksOf(['src/main.tsx'])
        const without = (chunks: readonly number[], of: readonly string[]) =>
          chunksOf(of).filter(chunk => !chunks.includes(chunk))
        const shared = without(entry, ['contract/identity/auth.ts'])
        const common = chunksOf(shell)
        const beyond = (ids: readonly string[], ...texts: string[]) => [...without(common, ids), ...texts]
        const pageFiles = new Map<string, string>()
        for (const domain of pages) {
          const source = readFileSync(join(root, `src/pages/${domain}/index.ts`), 'utf8')
          for (const [, name = '', file = ''] of source.matchAll(
            /(\w+): \{\s*load: [^']*import\('\.\/([^']+)'\)/g,
          ))
            pageFiles.set(name, `src/pages/${domain}/${file}`)
        }
        const preloads: Preloads = {
          files,
          first: shared,
          guest: [...without(entry, guest), 'base'],
          signedIn: [...without(entry, shell), 'base', 'console'],
          screens: Object.fromEntries([
            ...Object.entries(screens).flatMap(([name, { path }]) => {
              const file = pageFiles.get(name)
              return file ? [[path, beyond([file])]] : []
            }),
            ...readHeads(join(root, 'resources')).flatMap(({ file, path, alias }) => [
              ...[path, ...(alias ? [alias.path] : [])].map(path => [
                path,
                beyond([...list, `resources/${file}`], 'list'),
              ]),
              [`${path}/:id`, beyond([...record, `resources/${file}`], 'list')],
            ]),
          ]),
          texts: {},
          requests: await firstRequests(),
        }
        for (const { name, fileName } of chunks) {
          const [, group, language] = /^(base|console|list)-(\w\w)$/.exec(name) ?? []
          if (group && language)
            preloads.texts[language] = { ...preloads.texts[language], [group]: indexOf(fileName) }
        }
        html.source = String(html.source).replace(placeholder, () => inline(preloads))
      },
    },
  }
}
