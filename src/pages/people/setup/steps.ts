import type { UseQueryResult } from '@tanstack/react-query'
import { devices } from '#contract/devices/devices.ts'
import { assignments } from '#contract/people/assignments.ts'
import { caregivers, family } from '#contract/people/carers.ts'
import { elderly } from '#contract/people/elderly.ts'
import { invites } from '#contract/people/invites.ts'
import { organizations } from '#contract/people/organizations.ts'
import { useCall } from '#kit/use-call.ts'

/** The steps of setting up an organization, in their order. */
export const steps = ['details', 'people', 'device', 'assignment', 'invite'] as const
export type Step = (typeof steps)[number]

const none = 'none'

/** What an organization has so far, counted from its records: a set-up that was left is resumed from there. */
export function useProgress(id: string | undefined) {
  const enabled = id !== undefined
  const one = { query: { organization_id: id ?? none, _end: 1, _sort: 'created_at' } } as const
  const organization = useCall(organizations.show, { params: { id: id ?? none } }, { enabled })
  const people = useCall(elderly.list, one, { enabled, resource: 'elderly' })
  const carers = useCall(caregivers.list, one, { enabled, resource: 'caregivers' })
  const relatives = useCall(family.list, one, { enabled, resource: 'family' })
  const owned = useCall(devices.list, one, { enabled, resource: 'devices' })
  const assigned = useCall(assignments.list, one, { enabled, resource: 'assignments' })
  const invited = useCall(invites.list, one, { enabled, resource: 'invites' })
  const queries = [organization, people, carers, relatives, owned, assigned, invited]
  const counts: Record<Step, number> = {
    details: organization.data ? 1 : 0,
    people: (people.data?.total ?? 0) + (carers.data?.total ?? 0) + (relatives.data?.total ?? 0),
    device: owned.data?.total ?? 0,
    assignment: assigned.data?.total ?? 0,
    invite: invited.data?.total ?? 0,
  }
  return {
    organization: organization.data,
    isLoading: enabled && queries.some(({ isPending }) => isPending),
    failed: queries.find(({ isLoadingError }) => isLoadingError) as UseQueryResult<unknown> | undefined,
    counts,
    /** The records that the next ones are suggested to belong to. */
    suggested: {
      person: people.data?.elderly[0],
      caregiver: carers.data?.caregivers[0],
      relative: relatives.data?.family[0],
    },
    refetch: async () => void (await Promise.all(queries.map(query => query.refetch()))),
  }
}

export type Progress = ReturnType<typeof useProgress>

/** The first step without records. */
export const firstOpen = ({ counts }: Pick<Progress, 'counts'>): Step | undefined =>
  steps.find(step => counts[step] === 0)
