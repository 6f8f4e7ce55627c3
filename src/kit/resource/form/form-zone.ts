import { Form } from 'antd'
import { organizations } from '#contract/people/organizations.ts'
import { useCanCall, useCurrentUser } from '../../current-user.ts'
import { useCall } from '../../use-call.ts'
import type { Row } from '../resource.ts'

/** The time zone that times in a form are in: the record's own as typed, or that of its organization. */
export function useFormZone(row: Row | undefined): string | undefined {
  const caller = useCurrentUser()
  const may = useCanCall()
  const own = Form.useWatch('time_zone') as string | undefined
  const typed = Form.useWatch('organization_id') as string | undefined
  const id = (row?.organization_id as string | undefined) ?? typed ?? caller.organization.id
  const enabled = own === undefined && may(organizations.show)
  const { data } = useCall(organizations.show, { params: { id } }, { enabled })
  return own ?? data?.time_zone
}
