import dns, { type LookupAddress, type LookupOptions } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** Milliseconds for which an answer is used without asking again. */
const freshMs = 5_000
/** Milliseconds after which a look-up without an answer is overdue: with an earlier answer, and without one. */
const overdueMs = { remembered: 200, unknown: 2_000 }
/** Milliseconds for which an answer is used while the name server does not answer. */
const rememberedMs = 3_600_000
/** Maximum number of names that are remembered. */
const maxNames = 1_000

/** Asks for the addresses of a name. */
export type Resolve = (host: string, options: LookupOptions) => Promise<LookupAddress[]>

interface Search {
  answer: Promise<LookupAddress[]>
  begun: number
}

/** That the name server did not answer, as `getaddrinfo` reports it. */
const noAnswer = (host: string) =>
  Object.assign(new Error(`getaddrinfo EAI_AGAIN ${host}`), {
    code: 'EAI_AGAIN',
    syscall: 'getaddrinfo',
    hostname: host,
  })

/**
 * Resolves names so that a name server that does not answer holds up neither calls nor alarms: callers who ask for the
 * same name share a look-up, none waits longer than two seconds, and the last answer is used for up to an hour: after a
 * fifth of a second, because a connection to the database may need the names of several servers one after the other.
 */
export function rememberNames(resolve: Resolve, now: () => number = () => performance.now()): Resolve {
  const answers = new Map<string, { addresses: LookupAddress[]; at: number }>()
  const searches = new Map<string, Search>()

  function search(key: string, host: string, options: LookupOptions): Search {
    const running = searches.get(key)
    if (running) return running
    const answer = resolve(host, options).then(addresses => {
      // Last in order: the first one is the name that was resolved the longest time ago.
      answers.delete(key)
      answers.set(key, { addresses, at: now() })
      if (answers.size > maxNames) answers.delete(answers.keys().next().value as string)
      return addresses
    })
    const started = { answer, begun: now() }
    searches.set(key, started)
    answer.catch(() => {}).finally(() => searches.delete(key))
    return started
  }

  return async (host, options) => {
    const key = [host, options.family ?? 0, options.hints ?? 0].join(' ')
    const known = answers.get(key)
    const age = known ? now() - known.at : Number.POSITIVE_INFINITY
    if (known && age < freshMs) return known.addresses
    const remembered = age < rememberedMs ? known?.addresses : undefined
    const { answer, begun } = search(key, host, options)
    const restMs = begun + (remembered ? overdueMs.remembered : overdueMs.unknown) - now()
    try {
      if (restMs <= 0) throw noAnswer(host)
      const late = new AbortController()
      const overdue = pause(restMs, undefined, { signal: late.signal }).then(() =>
        Promise.reject(noAnswer(host)),
      )
      return await Promise.race([answer, overdue]).finally(() => {
        late.abort()
        overdue.catch(() => {})
      })
    } catch (error) {
      if (remembered && (error as NodeJS.ErrnoException).code === 'EAI_AGAIN') return remembered
      throw error
    }
  }
}

/** A look-up in the form of Node's. */
export const toLookup =
  (resolve: Resolve): LookupFunction =>
  (host, options, done) =>
    void resolve(host, options).then(
      addresses => {
        const [first] = addresses
        if (options.all) done(null, addresses)
        else done(null, first?.address ?? '', first?.family)
      },
      error => done(error, options.all ? [] : '', 0),
    )

/** The name service of the system: its files, search domains and name servers. Takes one of two threads until it ends. */
const bySystem: Resolve = (host, options) => dns.promises.lookup(host, { ...options, all: true })

/** Milliseconds until a name server is asked again, and how often it is asked. */
const [timeout, tries] = [1_500, 2]

/** The name servers alone: many names at once, and without threads. Not for names that only this network knows. */
export const byNameServer: Resolve = async (host, { family }) => {
  const resolver = new dns.promises.Resolver({ timeout, tries })
  const ask = async (version: 4 | 6, names: Promise<string[]>) =>
    (await names).map(address => ({ address, family: version }))
  const results = await Promise.allSettled([
    ...(family === 6 ? [] : [ask(4, resolver.resolve4(host))]),
    ...(family === 4 ? [] : [ask(6, resolver.resolve6(host))]),
  ])
  const addresses = results.flatMap(result => (result.status === 'fulfilled' ? result.value : []))
  if (addresses.length > 0) return addresses
  const codes = results.map(result => (result as PromiseRejectedResult).reason.code as string)
  if (codes.every(code => code === dns.NOTFOUND || code === dns.NODATA))
    throw Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), {
      code: 'ENOTFOUND',
      syscall: 'getaddrinfo',
      hostname: host,
    })
  throw noAnswer(host)
}

/** Lets all connections of this process that need the name of a host resolve it so. */
export function installNames(): void {
  const lookup = toLookup(rememberNames(bySystem))
  // Node takes the options, the family alone, or neither.
  const withOptions = (host: string, ...rest: unknown[]) => {
    const done = rest.pop() as Parameters<LookupFunction>[2]
    const [options = {}] = rest
    lookup(host, (typeof options === 'number' ? { family: options } : options) as LookupOptions, done)
  }
  Object.assign(dns, { lookup: withOptions })
}
