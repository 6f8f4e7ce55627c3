// Shows alarms while no page of the console is open (Push API): the server says what, in the reader's language.
const addressOf = url => {
  // Only the way to it: the console may be reached by another name than the one that the server knows itself by.
  const { pathname, search } = new URL(url, self.location.origin)
  return pathname + search
}

self.addEventListener('install', () => void self.skipWaiting())
self.addEventListener('activate', event => event.waitUntil(self.clients.claim()))

self.addEventListener('push', event => {
  const { title, text, url, language } = event.data.json()
  const address = addressOf(url)
  event.waitUntil(
    self.registration.showNotification(title, {
      body: text,
      lang: language ?? '',
      // An open page names its own notification by the alert as well, so that one replaces the other.
      tag: address.split('/').at(-1),
      icon: '/favicon.svg',
      requireInteraction: true,
      data: { address },
    }),
  )
})

self.addEventListener('notificationclick', event => {
  const { address } = event.notification.data
  event.notification.close()
  event.waitUntil(
    self.clients.matchAll({ type: 'window', includeUncontrolled: true }).then(windows => {
      const open = windows.find(({ url }) => addressOf(url) === address)
      // A window at work elsewhere is left alone: it may hold what is not saved yet.
      return open ? open.focus() : self.clients.openWindow(address)
    }),
  )
})
