// Loaded before the first paint, and as a file so that the page's policy may forbid inline scripts.
{
  const page = document.documentElement
  const language = localStorage.getItem('language') ?? 'en'
  page.dataset.theme = localStorage.getItem('theme') === 'light' ? 'light' : 'dark'
  page.lang = language
  page.dir = /^(ar|fa|he|ur)\b/.test(language) ? 'rtl' : 'ltr'
}
