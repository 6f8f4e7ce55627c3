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

  // The content security policy forbids compiling code from strings; zod would try, which costs a report.
  window.__zod_globalConfig = { jitless: true }

  // The chunks of the screen, without waiting for the code that imports them.
  const { files, first, guest, signedIn, screens, texts, requests } = PRELOADS
  const path = location.pathname
  const preload = chunk =>
    new Promise(done => {
      const file = files[typeof chunk === 'string' ? texts[language][chunk] : chunk]
      document.head.append(
        Object.assign(document.createElement('link'), {
          rel: 'modulepreload',
          href: `/assets/${file}`,
          fetchPriority: 'low',
          onload: done,
          onerror: done,
        }),
      )
    })
  // Texts and what all screens share come with the entry; the rest follows when they have arrived, so that the entry
  // is complete first and runs while the rest is loading.
  const own = screens[path] ?? screens[path.replace(/\/[^/]+$/, '/:id')] ?? []
  const chunks = [...new Set(token ? [...signedIn, ...own] : guest)]
  const isFirst = chunk => typeof chunk === 'string' || first.includes(chunk)
  Promise.all(chunks.filter(isFirst).map(preload)).then(() => {
    for (const chunk of chunks) if (!isFirst(chunk)) preload(chunk)
  })

  // The first formatter of each kind loads the language's data for the whole process, which takes longest: not on this
  // thread, which runs the console's code meanwhile. The sign-in screen formats nothing.
  if (token) new Worker('/formats-worker.js', { name: language })

  // What the screen asks first, in parallel with its code (src/kit/early-responses.ts).
  const responses = {}
  window.earlyResponses = { token, responses }
  const get = async (url, headers) => {
    const early = { response: fetch(url, { headers }) }
    responses[url] = early
    const response = await early.response
    if (!response.ok) return
    early.reply = await response.clone().json()
    early.repliedAt = Date.now()
    return early.reply
  }
  const getOwn = url =>
    get(url, {
      accept: 'application/json',
      authorization: `Bearer ${token}`,
      'accept-language': language,
    })

  // The request for the rows of a list; none where only the list's code can translate the address.
  const rowsUrl = ({ api, sort, isPagedByCursor }, address) => {
    const view = new URLSearchParams(address)
    const query = new URLSearchParams()
    for (const [name, value] of view) {
      if (/^(_(edit|columns|density|sort|size|page|after)|lang)$/.test(name)) continue
      const isTranslated =
        name[0] === '_' || /_(last|before)$/.test(name) || (/_(gte|lte)$/.test(name) && !Number(value))
      if (isTranslated) return
      query.append(name, value)
    }
    const order = (view.get('_sort') ?? sort).split(',')
    const size = Number(view.get('_size') ?? 25)
    const start = isPagedByCursor ? 0 : size * ((view.get('_page') ?? 1) - 1)
    query.set(
      '_sort',
      order.map(field => field.replace(/^-/, '')),
    )
    query.set(
      '_order',
      order.map(field => (field[0] === '-' ? 'desc' : 'asc')),
    )
    query.set('_start', start)
    query.set('_end', start + size)
    if (view.has('_after')) query.set('_after', view.get('_after'))
    query.sort()
    return `${api}?${query}`
  }

  const ignore = () => {}
  // Only what the user may read: a refusal would be reported in the browser's console.
  const getScreen = async user => {
    const first = requests[path]
    if (!first?.roles.includes(user.role) || user.second_factor_missing) return
    const { name, url } = first
    const { search } = location
    if (url) return search || getOwn(url)
    getOwn(`/api/lists/${name}`).catch(ignore)
    const settings = JSON.parse(store.getItem(`list:${user.user_id}:${name}`) ?? '{}')
    const chosen = settings.views?.find(({ id }) => id === settings.preferences.default_view)
    const rows = rowsUrl(first, search || chosen?.search)
    if (rows) return getOwn(rows)
  }
  // Who used this token last: the first request of the screen need not wait for the answer to that.
  const [signature, role, user_id] = (store.getItem('last-user') ?? '').split(' ')
  const isKnown = token && signature === token.slice(-16)
  if (isKnown) getScreen({ role, user_id }).catch(ignore)
  const meet = user => {
    if (!user) return
    if (!user.second_factor_missing)
      store.setItem('last-user', [token.slice(-16), user.role, user.user_id].join(' '))
    if (!isKnown) return getScreen(user)
  }
  if (token) getOwn('/api/auth/me').then(meet).catch(ignore)
  else store.removeItem('last-user')
  get(`/api/translations/published/${language}`, {}).catch(ignore)
}
