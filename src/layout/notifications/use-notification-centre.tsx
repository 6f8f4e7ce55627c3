import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from '#kit/toasts.ts'
import { loadTexts } from '#providers/i18n.ts'

/** Resolves when the browser has nothing more urgent to do. */
const idle = () =>
  new Promise<void>(resolve =>
    'requestIdleCallback' in window ? requestIdleCallback(() => resolve()) : setTimeout(resolve),
  )

/** Loaded after the screen, so that nothing of it waits. */
const Bell = lazy(async () => {
  await idle()
  const [{ Bell }] = await Promise.all([import('./bell.tsx'), loadTexts('notifications')])
  return { default: Bell }
})

/** Where the bell will be, so that it moves nothing. */
const place = { width: 'var(--control-height)', height: 'var(--control-height)' }

const load = () => import('./notification-centre.tsx')
const prefetch = () => void load().catch(() => {})

type Loaded = Awaited<ReturnType<typeof load>>

/** The bell, and the drawer that it opens, which is loaded when the bell is pointed at, focused or used. */
export function useNotificationCentre(): {
  bell: ReactNode
  closeCentre: () => void
  centre: ReactNode
} {
  const { t } = useTranslation()
  const [loaded, setLoaded] = useState<Loaded>()
  const [isOpen, setOpen] = useState(false)
  async function open() {
    try {
      setLoaded(await load())
      setOpen(true)
    } catch {
      toast({ tone: 'bad', text: t('networkError') })
    }
  }
  const close = () => setOpen(false)
  return {
    bell: (
      <Suspense fallback={<span style={place} />}>
        <Bell isOpen={isOpen} onOpen={() => void open()} prefetch={prefetch} />
      </Suspense>
    ),
    closeCentre: close,
    centre: loaded && isOpen && <loaded.NotificationCentre onClose={close} />,
  }
}
