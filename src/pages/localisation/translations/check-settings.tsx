import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Language, languages } from '#contract/kit/language.ts'
import {
  type CheckLevel,
  checkGroups,
  checkLevels,
  type TextCheck,
} from '#contract/localisation/checks/checks.ts'
import { type TextCheckSettings, textCheckCalls } from '#contract/localisation/text-checks.ts'
import { call, errorDetail } from '#kit/call.ts'
import { Drawer } from '#kit/drawer.tsx'
import { SelectField } from '#kit/field.tsx'
import { useLocaleFormats } from '#kit/locale-formats.ts'
import { QueryState } from '#kit/query-state.tsx'
import { toast } from '#kit/toasts.ts'
import { useCall, useRefetch } from '#kit/use-call.ts'
import styles from './check-settings.module.css'
import { useLanguageName } from './use-texts-view.ts'

/** Sets the level of each quality check, for all languages or for one. */
export function CheckSettings({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('translations')
  const nameOf = useLanguageName()
  const [language, setLanguage] = useState<Language | ''>('')
  const settings = useCall(textCheckCalls.settings, {}, { resource: 'text-checks' })
  return (
    <Drawer title={t('checkSettings.open')} onClose={onClose}>
      <div className={styles.settings}>
        <p>{t('checkSettings.lead')}</p>
        <SelectField<Language | ''>
          label={t('checkSettings.scope')}
          value={language}
          options={[
            { value: '', label: t('checkSettings.all') },
            ...languages.map(value => ({ value, label: nameOf(value) })),
          ]}
          onChange={setLanguage}
        />
        <QueryState of={settings} failed={t('checkSettings.failed')}>
          {settings => <Levels settings={settings} language={language || null} />}
        </QueryState>
      </div>
    </Drawer>
  )
}

function Levels({ settings, language }: { settings: TextCheckSettings; language: Language | null }) {
  const { t } = useTranslation('translations')
  const wording = useLocaleFormats()
  const refetchSettings = useRefetch('text-checks')
  const refetchTexts = useRefetch('translations')
  const { checks, all, languages } = settings

  async function save(check: TextCheck, level: CheckLevel | null) {
    try {
      await call(textCheckCalls.configure, { params: { check }, body: { language, level } })
      toast({ tone: 'good', text: t('checkSettings.saved') })
    } catch (error) {
      toast({ tone: 'bad', text: t('actionFailed'), detail: errorDetail(error) })
    }
    await Promise.all([refetchSettings(), refetchTexts()])
  }

  const optionsOf = (inherited: CheckLevel) => [
    { value: '' as const, label: t('checkSettings.inherited', { level: t(`levels.${inherited}`) }) },
    ...checkLevels.map(value => ({ value, label: t(`levels.${value}`) })),
  ]

  return checkGroups.map(group => {
    const ofGroup = checks.filter(
      one => one.group === group && !(language === 'en' && one.is_comparing && !one.is_required),
    )
    const required = ofGroup.filter(({ is_required }) => is_required).map(({ check }) => t(`checks.${check}`))
    return (
      <section key={group} aria-labelledby={`checks-${group}`} className={styles.group}>
        <h3 id={`checks-${group}`}>{t(`checkGroups.${group}`)}</h3>
        <div className={styles.levels}>
          {ofGroup
            .filter(({ is_required }) => !is_required)
            .map(({ check, default_level }) => (
              <SelectField<CheckLevel | ''>
                key={check}
                label={t(`checks.${check}`)}
                value={(language === null ? all[check] : languages[language]?.[check]) ?? ''}
                options={optionsOf((language === null ? undefined : all[check]) ?? default_level)}
                onChange={level => void save(check, level || null)}
              />
            ))}
        </div>
        {required.length > 0 && (
          <p className={styles.fixed}>{t('checkSettings.required', { checks: wording.list(required) })}</p>
        )}
      </section>
    )
  })
}
