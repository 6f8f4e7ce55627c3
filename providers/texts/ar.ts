export const files = import.meta.glob<{ default: object }>('../../locales/ar/*.json')
