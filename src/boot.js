// Inlined into index.html by vite/preloads.ts, which fills in the chunks; the server allows it by its hash (CSP).
{
  const page = document.documentElement
  const store = localStorage
  const languages = ['en', 'es', 'fr', 'de', 'ja', 'ar']
  const requested =
    new URLSearchParams(location.search).get('lang') ?? sessionStorage.getItem('language') ?? ''
  const language =
    [requested, store.getItem('language') ?? '', ...navigator.languages]
      .map(tag => tag.split('-')[0])
      .find(tag => languages.includes(tag)) ?? 'en'
  const token = store.getItem('jwt_token')
  page.dataset.theme = store.getItem('theme') === 'light' ? 'light' : 'dark'
  page.dataset.boot = token ? 'console' : 'guest'
  page.lang = requested || language
  page.dir = language === 'ar' ? 'rtl' : 'ltr'

  // The chunks of the screen, without waiting for the code that imports them.
  const { files, guest, signedIn, screens, texts } = PRELOADS
  const path = location.pathname
  const own = screens[path] ?? screens[path.replace(/\/[^/]+$/, '/:id')] ?? []
  for (const chunk of new Set(token ? [...signedIn, ...own] : guest)) {
    const file = files[typeof chunk === 'string' ? texts[language][chunk] : chunk]
    document.head.append(
      Object.assign(document.createElement('link'), {
        rel: 'modulepreload',
        href: `/assets/${file}`,
        // Behind the entry, which can then run while these are loading.
        fetchPriority: 'low',
      }),
    )
  }

  // What every screen asks first, in parallel with its code (src/kit/early-responses.ts).
  const responses = {}
  const get = (url, headers) => {
    responses[url] = fetch(url, { headers })
    responses[url].catch(() => {})
  }
  if (token) get('/api/auth/me', { accept: 'application/json', authorization: `Bearer ${token}` })
  get(`/api/translations/published/${language}`, {})
  window.earlyResponses = { token, responses }
}
