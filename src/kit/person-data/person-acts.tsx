import { privacy } from '#contract/people/privacy.ts'
import { useCaller } from '../caller.ts'
import { ResetSecondFactor } from '../identity/reset-second-factor.tsx'
import { useMay } from '../resource/may.ts'
import type { Row } from '../resource/resource.ts'
import { EraseButton } from './erase-button.tsx'
import { PackageButton } from './package-button.tsx'

function PersonActs({ row, list }: { row: Row; list: string }) {
  const may = useMay()
  const me = useCaller()
  const name = String(row.name)
  return (
    <>
      <ResetSecondFactor of={{ id: row.id, name }} />
      {may(privacy.package) && <PackageButton id={row.id} name={name} />}
      {may(privacy.erase) && row.user_id !== me.user_id && (
        <EraseButton id={row.id} name={name} list={list} />
      )}
    </>
  )
}

/** What can be done with a person's account and data on their screen. @param list where such people are listed */
export const personActs = (list: string) => (row: Row) => <PersonActs row={row} list={list} />
