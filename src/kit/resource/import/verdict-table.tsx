import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type Import, type ImportRow, type ImportVerdict, imports } from '#contract/platform/imports.ts'
import { Button } from '../../button.tsx'
import { call } from '../../call.ts'
import { useFormat } from '../../format.ts'
import { QueryState } from '../../query-state.tsx'
import { ScrollArea } from '../../scroll-area.tsx'
import { Badge, type Tone } from '../badge.tsx'
import { issueMessages, useLabels } from '../labels.ts'
import type { Resource } from '../resource.ts'
import styles from './import.module.css'

type Verdict = (typeof ImportVerdict.options)[number]

const tones: Record<Verdict, Tone> = { new: 'green', known: 'blue', rejected: 'red' }
const verdicts = Object.keys(tones) as Verdict[]
const size = 50

interface VerdictTableProps {
  of: Resource
  file: Import
}

/** The file's rows with their verdicts. */
export function VerdictTable({ of, file }: VerdictTableProps) {
  const { t } = useTranslation('kit')
  const format = useFormat()
  const [verdict, setVerdict] = useState<Verdict>()
  const [start, setStart] = useState(0)
  const query = { _start: start, _end: start + size, ...(verdict && { verdict }) }
  const rows = useQuery({
    queryKey: ['import', file.id, file.state, query],
    queryFn: ({ signal }) => call(imports.rows, { params: { id: file.id }, query, signal }),
    placeholderData: keepPreviousData,
  })
  const choose = (next: Verdict | undefined) => {
    setVerdict(next)
    setStart(0)
  }
  const isJudged = verdicts.some(name => file.counts[name] > 0)

  return (
    <div className={styles.table}>
      {isJudged && (
        <div className={styles.tabs}>
          {[undefined, ...verdicts.filter(name => file.counts[name] > 0)].map(name => (
            <button
              key={name ?? 'all'}
              type="button"
              className={styles.tab}
              aria-pressed={verdict === name}
              onClick={() => choose(name)}
            >
              {name ? t(`import.verdicts.${name}`) : t('import.all')}{' '}
              <span className="numbers">{format.number(name ? file.counts[name] : file.rows)}</span>
            </button>
          ))}
        </div>
      )}
      <QueryState of={rows} failed={t('import.rowsFailed')}>
        {({ rows, total }) => (
          <>
            <ScrollArea label={t('import.preview')} className={styles.scroller}>
              <table>
                <thead>
                  <tr>
                    <th scope="col">{t('import.row')}</th>
                    {isJudged && <th scope="col">{t('import.verdict')}</th>}
                    {file.headings.map((heading, index) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: headings may repeat, columns do not move
                      <th key={index} scope="col">
                        {heading}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {rows.map(row => (
                    <Judged key={row.position} of={of} row={row} file={file} isJudged={isJudged} />
                  ))}
                </tbody>
              </table>
            </ScrollArea>
            {total > size && (
              <nav className={styles.pager} aria-label={t('list.pages')}>
                <span className="numbers">
                  {t('list.range', {
                    from: format.number(start + 1),
                    to: format.number(Math.min(start + size, total)),
                    total: format.number(total),
                  })}
                </span>
                <Button disabled={start === 0} onClick={() => setStart(start - size)}>
                  {t('list.previous')}
                </Button>
                <Button disabled={start + size >= total} onClick={() => setStart(start + size)}>
                  {t('list.next')}
                </Button>
              </nav>
            )}
          </>
        )}
      </QueryState>
    </div>
  )
}

interface JudgedProps extends VerdictTableProps {
  row: ImportRow
  isJudged: boolean
}

function Judged({ of, row: { position, cells, verdict, refusals, record_id }, file, isJudged }: JudgedProps) {
  const { t } = useTranslation('kit')
  const labels = useLabels(of.name)
  const word = verdict && <Badge tone={tones[verdict]}>{t(`import.verdicts.${verdict}`)}</Badge>
  return (
    <tr>
      <td className="numbers">{position}</td>
      {isJudged && (
        <td>
          {record_id && of.api.show ? <Link to={`${of.path}/${record_id}`}>{word}</Link> : word}
          {refusals.length > 0 && <div className={styles.reason}>{issueMessages(refusals, labels, t)}</div>}
        </td>
      )}
      {file.headings.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: columns do not move
        <td key={index}>{cells[index]}</td>
      ))}
    </tr>
  )
}
