import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { emergency, type Rehearsal } from '#contract/alerts/emergency.ts'
import { useAct } from './use-act.ts'

/** Runs the escalation of a person as a test, which calls nobody, and holds its report until that is closed. */
export function useRehearsal(person: string | undefined) {
  const { t } = useTranslation('emergency')
  const { act, pending } = useAct()
  const [report, setReport] = useState<z.output<typeof Rehearsal>>()

  async function rehearse({ services }: { services: boolean }) {
    const reply = await act(
      emergency.testEscalation,
      {
        query: { user_id: person },
        body: {
          escalation_type: 'full_cascade',
          simulate_delays: true,
          include_emergency_services: services,
        },
      },
      { done: t('rehearsal.done'), failed: t('rehearsal.failed') },
    )
    if (reply) setReport(reply)
  }

  return { rehearse, pending, report, close: () => setReport(undefined) }
}
