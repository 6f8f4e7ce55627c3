import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { may } from '#contract/kit/permissions.ts'
import { type InterfaceText, TextStatus } from '#contract/localisation/interface-texts.ts'
import { textCheckCalls } from '#contract/localisation/text-checks.ts'
import { translations } from '#contract/localisation/translations.ts'
import { Button } from '#kit/button.tsx'
import { call } from '#kit/call.ts'
import { useCan } from '#kit/current-user.ts'
import { Checkbox, SelectField, TextField } from '#kit/field.tsx'
import { useFormat } from '#kit/format.ts'
import { useLocaleFormats } from '#kit/locale-formats.ts'
import { QueryState } from '#kit/query-state.tsx'
import { useFindingText } from '#kit/text-editor/findings.tsx'
import { StatusBadges } from '#kit/text-editor/text-state.tsx'
import { queryKeyOf, useCall } from '#kit/use-call.ts'
import { ReviewBar } from './review-bar.tsx'
import styles from './text-list.module.css'
import { useSelection } from './use-selection.ts'
import type { TextsView } from './use-texts-view.ts'

const size = 50

/** Findings of a text in review that are shown in the list. */
const maxFindings = 3

const firstForm = (forms: InterfaceText['forms']) => Object.values(forms)[0] ?? ''

function useTexts({ language, namespace, status, q, check, start, ...only }: TextsView) {
  const query = {
    language,
    ...(namespace && { namespace }),
    ...(status && { status }),
    ...(q && { q }),
    ...(check && { check }),
    ...(only.protected && { protected: 'true' }),
    ...(only.outdated && { outdated: 'true' }),
    _start: start,
    _end: start + size,
  }
  return useQuery({
    queryKey: [...queryKeyOf(translations.list, { query }), 'translations'],
    queryFn: ({ signal }) => call(translations.list, { query, signal }),
    placeholderData: keepPreviousData,
  })
}

/** What reviewers should know before they decide. */
function ReviewFindings({ of: { findings } }: { of: InterfaceText }) {
  const textOf = useFindingText()
  return findings
    .filter(({ is_dismissed }) => !is_dismissed)
    .slice(0, maxFindings)
    .map(({ check, form, start, subject, term, level }) => (
      <span key={`${check} ${form} ${start} ${subject}`} className={styles[level]}>
        {textOf({ check, subject, ...(term !== null && { term }) })}
      </span>
    ))
}

interface TextListProps {
  view: TextsView
  change: (change: Partial<TextsView>) => void
  namespaces: readonly string[]
}

/** Searchable, paginated texts of a language. */
export function TextList({ view, change, namespaces }: TextListProps) {
  const { t } = useTranslation('translations')
  const wording = useLocaleFormats()
  const whereOf = (namespace: string) =>
    t(`where.${namespace}` as 'where.common', { defaultValue: namespace })
  const format = useFormat()
  const texts = useTexts(view)
  const checkOptions = useCheckOptions(view)
  const mayApprove = useCan()(may('translations', 'approve'))
  const selection = useSelection(texts.data?.texts ?? [])
  return (
    <section className={styles.panel} aria-label={t('list.title')}>
      <form className={styles.filters} onSubmit={event => event.preventDefault()}>
        <TextField
          label={t('list.search')}
          type="search"
          name="q"
          maxLength={200}
          value={view.q}
          onChange={event => change({ q: event.target.value })}
        />
        <div className={styles.choices}>
          <SelectField
            label={t('list.screen')}
            value={view.namespace}
            options={[
              { value: '', label: t('coverage.all') },
              ...wording.byName(namespaces, whereOf).map(value => ({ value, label: whereOf(value) })),
            ]}
            onChange={namespace => change({ namespace })}
          />
          <SelectField
            label={t('list.status')}
            value={view.status}
            options={[
              { value: '', label: t('list.any') },
              ...TextStatus.options.map(value => ({ value, label: t(`status.${value}`) })),
            ]}
            onChange={status => change({ status })}
          />
          <SelectField
            label={t('list.findings')}
            value={view.check}
            options={checkOptions}
            onChange={check => change({ check })}
          />
        </div>
        <div className={styles.checks}>
          {(['protected', 'outdated'] as const).map(name => (
            <Checkbox
              key={name}
              label={t(`list.${name}`)}
              name={name}
              checked={view[name]}
              onChange={event => change({ [name]: event.target.checked })}
            />
          ))}
        </div>
      </form>
      <QueryState of={texts} failed={t('failed')}>
        {({ texts, total }) => (
          <>
            <p className={styles.total} role="status">
              {t(total === 0 ? 'list.empty' : 'list.total', { count: total })}
            </p>
            {mayApprove && <ReviewBar selection={selection} />}
            <ul className={styles.list} onKeyDown={selection.onKeyDown}>
              {texts.map(text => (
                <li key={text.id}>
                  {mayApprove && text.status === 'review' && (
                    <input
                      type="checkbox"
                      value={text.id}
                      aria-label={t('review.one', { text: `${text.namespace}:${text.key}` })}
                      checked={selection.has(text.id)}
                      onChange={event => selection.choose(text.id, event.target.checked)}
                    />
                  )}
                  <button
                    type="button"
                    className={styles.text}
                    aria-current={text.id === view.text}
                    onClick={() => change({ text: text.id })}
                  >
                    <code>
                      {text.namespace}:{text.key}
                    </code>
                    <span lang="en" dir="ltr" className={styles.source}>
                      {firstForm(text.source)}
                    </span>
                    <span lang={text.language} dir="auto">
                      {firstForm(text.forms) || t('list.untranslated')}
                    </span>
                    <span className={styles.badges}>
                      <StatusBadges of={text} />
                    </span>
                    {text.status === 'review' && <ReviewFindings of={text} />}
                  </button>
                </li>
              ))}
            </ul>
            {total > size && (
              <nav className={styles.pager} aria-label={t('list.title')}>
                <Button
                  disabled={view.start === 0}
                  onClick={() => change({ start: Math.max(0, view.start - size) })}
                >
                  {t('list.earlier')}
                </Button>
                <span>
                  {t('list.page', {
                    from: format.number(view.start + 1),
                    to: format.number(view.start + texts.length),
                  })}
                </span>
                <Button
                  disabled={view.start + size >= total}
                  onClick={() => change({ start: view.start + size })}
                >
                  {t('list.later')}
                </Button>
              </nav>
            )}
          </>
        )}
      </QueryState>
    </section>
  )
}

/** Choices of the filter by findings: checks that find something, with the number of texts. */
function useCheckOptions({ language, check: chosen }: TextsView) {
  const { t } = useTranslation('translations')
  const counts = useCall(textCheckCalls.counts, { query: { language } }, { resource: 'translations' }).data
  const found = (counts?.checks ?? []).filter(({ check, texts }) => texts > 0 || check === chosen)
  return [
    { value: '' as const, label: t('list.anyOrNone') },
    { value: 'any' as const, label: t('list.withFindings', { count: counts?.total ?? 0 }) },
    ...found.map(({ check, texts }) => ({
      value: check,
      label: t('list.ofCheck', { check: t(`checks.${check}`), count: texts }),
    })),
  ]
}
