import CloseOutlined from '@ant-design/icons/CloseOutlined'
import DownloadOutlined from '@ant-design/icons/DownloadOutlined'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../button.tsx'
import { useCaller } from '../../caller.ts'
import { download } from '../../download.ts'
import { say } from '../../toasts.ts'
import type { Resource } from '../resource.ts'
import type { View } from '../view.ts'
import { csvQueryOf } from '../wire.ts'

interface CsvButtonProps {
  of: Resource
  view: View
  columns: readonly string[]
  /** Names the file. */
  title: string
}

/** Downloads exactly the rows that the view narrows to, all pages of them, in its order and with its columns. */
export function CsvButton({ of, view, columns, title }: CsvButtonProps) {
  const { t, i18n } = useTranslation('kit')
  const { time_zone } = useCaller()
  const [bytes, setBytes] = useState<number | null>(null)
  const stop = useRef<AbortController>(null)
  useEffect(() => () => stop.current?.abort(), [])

  async function start() {
    const stopper = new AbortController()
    stop.current = stopper
    const { signal } = stopper
    const name = `${title} ${new Date().toISOString().slice(0, 10)}.csv`
    setBytes(0)
    try {
      const query = csvQueryOf(view, columns, of, time_zone)
      await download(of.api.list, { query, signal }, name, setBytes)
      say({ tone: 'good', text: t('csv.done', { name }) })
    } catch (error) {
      if (!signal.aborted) {
        say({ tone: 'bad', text: t('csv.failed'), detail: error instanceof Error ? error.message : '' })
      }
    }
    setBytes(null)
  }

  if (bytes === null) {
    return (
      <Button
        look="quiet"
        icon={<DownloadOutlined />}
        aria-label={t('csv.download')}
        title={t('csv.download')}
        onClick={() => void start()}
      />
    )
  }
  const size = (bytes / 1e6).toLocaleString(i18n.language, {
    style: 'unit',
    unit: 'megabyte',
    maximumFractionDigits: 1,
  })
  return (
    <Button icon={<CloseOutlined />} aria-label={t('csv.stop')} onClick={() => stop.current?.abort()}>
      <span className="numbers">{t('csv.going', { size })}</span>
    </Button>
  )
}
