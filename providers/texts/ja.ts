export const files = import.meta.glob<{ default: object }>('../../locales/ja/*.json')
