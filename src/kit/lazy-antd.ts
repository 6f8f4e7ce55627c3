import { useEffect, useSyncExternalStore } from 'react'

/** A module that is loaded once: when it is first used, or ahead of that. */
export interface LazyModule<Module> {
  load: () => Promise<Module>
  loaded: () => Module | undefined
  subscribe: (listener: () => void) => () => void
}

export function lazyModule<Module>(importModule: () => Promise<Module>): LazyModule<Module> {
  let loaded: Module | undefined
  let loading: Promise<Module> | undefined
  const listeners = new Set<() => void>()
  return {
    load: () => {
      loading ??= importModule().then(
        module => {
          loaded = module
          for (const listener of listeners) listener()
          return module
        },
        error => {
          // The next use tries again.
          loading = undefined
          throw error
        },
      )
      return loading
    },
    loaded: () => loaded,
    subscribe: listener => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/**
 * The module, or undefined while it is loading. Unlike `lazy`, it is there at once when it has been loaded ahead.
 * @param onFailure called when it cannot be loaded
 */
export function useLazyModule<Module>(of: LazyModule<Module>, onFailure: () => void): Module | undefined {
  const module = useSyncExternalStore(of.subscribe, of.loaded)
  // biome-ignore lint/correctness/useExhaustiveDependencies: tried once for each use
  useEffect(() => {
    if (!module) of.load().catch(onFailure)
  }, [of, module])
  return module
}

/** antd's dialogs, drawers, popovers and selects. */
export const antd = lazyModule(async () => {
  const module = await import('./antd/components.ts')
  await module.loadLocale(document.documentElement.lang)
  return module
})

/** antd's calendars. */
export const dates = lazyModule(async () => {
  const language = document.documentElement.lang
  const [module] = await Promise.all([import('./antd/dates.tsx'), antd.load()])
  await module.loadCalendar(language)
  return module
})

/** antd's form and its fields. */
export const forms = lazyModule(async () => {
  const [form, items, styles] = await Promise.all([
    import('./antd/form.tsx'),
    import('./antd/form-items.tsx'),
    import('./antd/kept-form-styles.tsx'),
    antd.load(),
  ])
  return { ...form, ...items, ...styles }
})

/** Loads antd ahead of its use, then its form; without a connection, their next use tries again. */
export const prefetchAntd = () =>
  void antd
    .load()
    .then(forms.load)
    .catch(() => {})
