import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { download } from '../../download.ts'
import { say } from '../../toasts.ts'
import type { Resource } from '../resource.ts'

/** Downloads a list as a file, one at a time; ends with the screen. */
export function useExport({ api }: Resource) {
  const { t } = useTranslation('kit')
  /** What has come so far; null while nothing is on its way. */
  const [bytes, setBytes] = useState<number | null>(null)
  const stopper = useRef<AbortController>(null)
  useEffect(() => () => stopper.current?.abort(), [])

  async function start(query: Record<string, unknown>, name: string) {
    const controller = new AbortController()
    stopper.current = controller
    const { signal } = controller
    setBytes(0)
    try {
      await download(api.list, { query, signal }, name, setBytes)
      say({ tone: 'good', text: t('export.done', { name }) })
    } catch (error) {
      if (!signal.aborted) {
        say({ tone: 'bad', text: t('export.failed'), detail: error instanceof Error ? error.message : '' })
      }
    }
    setBytes(null)
  }

  return { bytes, start, stop: () => stopper.current?.abort() }
}
